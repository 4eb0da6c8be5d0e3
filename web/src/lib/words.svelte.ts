// Everything the page says is a key with arguments, in the reader's language, as in
// moonlit/core/words.py: {name} is an argument, {count:one|many} a plural, {{ and }} braces.

export const LANGUAGES = ['en', 'es', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
};

const NO_BREAK = '\u00a0'; // a space

type Words = Record<string, Record<string, string>>;
export type Arguments = Record<string, unknown>;

const loaders: Record<Language, () => Promise<{ default: Words }>> = {
  en: () => import('virtual:words/en'),
  es: () => import('virtual:words/es'),
  fr: () => import('virtual:words/fr'),
};

const spoken: { language: Language; words: Words } = $state({ language: 'en', words: {} });

export function language(): Language {
  return spoken.language;
}

export function firstGuess(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((known) => tag.toLowerCase().split('-')[0] === known);
    if (found) return found;
  }
  return 'en';
}

export async function speak(next: Language): Promise<void> {
  const more = [...elsewhere].map(async (game): Promise<Words> => {
    const words = await askWords(game, next).catch(() => null);
    return words ? { [game]: words } : {};
  });
  const [{ default: words }, ...others] = await Promise.all([loaders[next](), ...more]);
  spoken.words = Object.assign({ ...words }, ...others);
  spoken.language = next;
  document.documentElement.lang = next;
}

// ---- games from elsewhere: their words are not built in, the server has them ------------------

const elsewhere = new Set<string>();

export function hasWords(game: string): boolean {
  return phrase(game, 'name') !== undefined;
}

/** Asks for the words of a game, if they are not built in. Call it before anything is said of it. */
export async function loadWords(game: string): Promise<void> {
  while (!hasWords(game)) {
    const asked = spoken.language;
    const words = await askWords(game, asked);
    elsewhere.add(game);
    if (spoken.language === asked) {
      spoken.words[game] = words;
      return;
    }
  }
}

async function askWords(game: string, wanted: Language): Promise<Record<string, string>> {
  const response = await fetch(`/api/games/${encodeURIComponent(game)}/text/${wanted}`);
  if (!response.ok) throw new Error(`no words for ${game}`);
  return (await response.json()) as Record<string, string>;
}

/** The phrase behind a key; a key nobody knows is shown as it is, which the tests look for. */
export function phrase(topic: string, key: string): string | undefined {
  return spoken.words[topic]?.[key];
}

/** The keys of a topic under a section, in the order of its file: all rules of a game, say. */
export function section(topic: string, name: string): string[] {
  return Object.keys(spoken.words[topic] ?? {}).filter((key) => key.startsWith(`${name}.`));
}

/** A sentence of the page's own words. */
export function t(key: string, args: Arguments = {}): string {
  return say('page', key, args);
}

/** A sentence of a topic: a game's name, "core", "server", "bots" or "page". */
export function say(
  topic: string,
  key: string,
  args: Arguments = {},
  names: readonly string[] = [],
): string {
  const found = phrase(topic, key);
  return found === undefined
    ? `${topic}:${key}`
    : fill(unbroken(found), args, names, spoken.language);
}

/** A sign does not begin a line: no break before it, nor behind a quotation mark that opens. */
export const unbroken = (text: string): string =>
  text.replace(/ (?=[%?!:;»])/g, NO_BREAK).replaceAll('« ', `«${NO_BREAK}`);

/** An argument, or a choice between one and many, in which there may be arguments again. */
const PLACES = /\{\{|\}\}|\{(\w+)(?::((?:[^{}|]|\{\w+\})*)\|((?:[^{}]|\{\w+\})*))?\}/g;

export function fill(
  text: string,
  args: Arguments,
  names: readonly string[],
  lang: Language,
): string {
  return text.replace(PLACES, (all, name, one, many) => {
    if (all === '{{') return '{';
    if (all === '}}') return '}';
    const value = args[name];
    if (many !== undefined)
      return fill(isSingular(Number(value), lang) ? one : many, args, names, lang);
    if (name === 'seat' && typeof value === 'number') return seatName(value, names);
    if (Array.isArray(value)) return value.join(', ');
    return String(value);
  });
}

export function seatName(seat: number, names: readonly string[]): string {
  return names[seat] || say('core', 'seat', { number: seat + 1 });
}

function isSingular(count: number, lang: Language): boolean {
  return lang === 'fr' ? Math.abs(count) < 2 : Math.abs(count) === 1;
}
