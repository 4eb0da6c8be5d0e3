// The reader's own settings, kept in this browser only.
import { recall, remember } from './stored';
import { firstGuess, LANGUAGES, speak, type Language } from './words.svelte';

export const THEMES = ['auto', 'night', 'day'] as const;
export type Theme = (typeof THEMES)[number];

/** How long a movement takes, against the normal. */
export const PACES = { slow: 2, normal: 1, quick: 0.5, none: 0 } as const;
export type Pace = keyof typeof PACES;

export interface Settings {
  language: Language;
  theme: Theme;
  /** Ask before a move is played. A finger cannot hover to look first, so touch starts with it. */
  confirm: boolean;
  pace: Pace;
  sound: boolean;
  /** Browser notifications on one's turn. */
  notify: boolean;
  name: string;
  /** For a game against bots: the level and the number of players chosen last, by game. */
  levels: Record<string, string>;
  players: Record<string, number>;
  /** What the reader plays as, by game and option. */
  choices: Record<string, Record<string, string>>;
}

function fresh(): Settings {
  return {
    language: firstGuess(navigator.languages ?? [navigator.language]),
    theme: 'auto',
    confirm: matchMedia('(pointer: coarse)').matches,
    pace: 'normal',
    sound: false,
    notify: false,
    name: '',
    levels: {},
    players: {},
    choices: {},
  };
}

function load(): Settings {
  const settings = { ...fresh(), ...recall<Partial<Settings>>('settings', {}) };
  if (!(settings.pace in PACES)) settings.pace = 'normal';
  if (!LANGUAGES.includes(settings.language)) settings.language = 'en';
  return settings;
}

export const settings: Settings = $state(load());

/** Keeps what is chosen, and lets the page look and speak accordingly. Call once, from the app. */
export function watchSettings(): void {
  const dark = matchMedia('(prefers-color-scheme: light)');
  let light = $state(dark.matches);
  dark.addEventListener('change', () => (light = dark.matches));
  $effect(() => remember('settings', $state.snapshot(settings)));
  $effect(() => void speak(settings.language));
  $effect(() => {
    document.documentElement.dataset.pace = settings.pace;
    document.documentElement.style.setProperty('--pace', String(PACES[settings.pace]));
  });
  $effect(() => {
    const day = settings.theme === 'day' || (settings.theme === 'auto' && light);
    document.documentElement.dataset.theme = day ? 'day' : 'night';
    const sky = getComputedStyle(document.documentElement).getPropertyValue('--ground').trim();
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', sky);
  });
}
