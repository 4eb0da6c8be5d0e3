// The daily: everybody's deal and puzzles of a day (docs/protocol.md), and the reader's own key.
import { ask, type Seated } from './api';
import { playerKey } from './key';
import type { Progress } from './review';
import { keepToken } from './seats';
import { decimal } from './review';
import { language, say, t } from './words.svelte';

export const LEVELS = ['club', 'expert', 'master', 'grandmaster'] as const;

export interface Par extends Progress {
  low_wins?: boolean;
  /** By level: the scores of its games, and on average. */
  scores?: Record<string, number[]>;
  means?: Record<string, number>;
  /** The best of the bots' games; told when the day has closed. */
  best?: { level: string; score: number } | null;
}

/** The reader's game that counts. */
export interface Own {
  id: string;
  over: boolean;
  score: number | null;
  place: number | null;
  late: boolean;
}

export interface Day {
  date: string;
  number: number;
  first: string;
  latest: string;
  ends: number;
  /** Until when what was begun in time counts; then the solution is told. */
  closes: number;
  solo: { game: string; seed: number } | null;
  puzzles: Record<string, string>;
  par: Par;
  board: { place: number; name: string; score: number; you: boolean }[];
  players: number;
  you: Own | null;
  streak: { now: number; best: number };
  /** The reader's own, by date: the score; null: not finished. */
  days: Record<string, number | null>;
}

export function dailyOf(date: string | null): Promise<Day> {
  return ask<Day>(date ? `/daily/${encodeURIComponent(date)}` : '/daily', { token: playerKey() });
}

/** The reader's table of a day: the one that counts, or another for fun. */
export async function playDaily(date: string, name: string, again = false): Promise<Seated> {
  const body = { name, again };
  const made = await ask<Seated>(`/daily/${date}`, { body, token: playerKey() });
  keepToken(made.id, made.token);
  return made;
}

/** How the reader's game of a day stands: the one that counts is to be played or gone on with
 *  (`open`), over with a score or given up, or it came too late; `past`: there is none. */
export function standing(day: Day, now: number): 'open' | 'done' | 'given_up' | 'late' | 'past' {
  const { you } = day;
  if (you?.over) return you.score !== null ? 'done' : you.late ? 'late' : 'given_up';
  if (day.date === day.latest) return 'open';
  if (!you) return 'past';
  return now < day.closes ? 'open' : 'late';
}

/** Another day, so many later. */
export function dayAfter(date: string, days: number): string {
  const then = new Date(`${date}T00:00:00Z`);
  then.setUTCDate(then.getUTCDate() + days);
  return then.toISOString().slice(0, 10);
}

/** A date as people say it. */
export function dateText(date: string, year = false): string {
  const form: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long' };
  if (year) form.year = 'numeric';
  const told = new Date(`${date}T00:00:00Z`);
  return new Intl.DateTimeFormat(language(), { ...form, timeZone: 'UTC' }).format(told);
}

/** The levels that a score has reached; none while par is not known. */
export function reached(par: Par, score: number): { level: string; yes: boolean }[] {
  const { means, low_wins: low } = par;
  if (!means) return [];
  return LEVELS.filter((level) => level in means).map((level) => ({
    level,
    yes: low ? score <= means[level]! : score >= means[level]!,
  }));
}

/** A result that tells how it went and nothing of how: moons for levels reached, then puzzles. */
export function shareText(
  day: Day,
  score: number,
  solved: Record<string, boolean | null>,
  address: string,
): string {
  const game = day.solo ? say(day.solo.game, 'name') : '';
  const levels = reached(day.par, score);
  const moons = levels.map(({ yes }) => (yes ? '🌕' : '🌑')).join('');
  const best = levels.findLast(({ yes }) => yes);
  const lines = [
    t('daily.share_title', { number: day.number, date: day.date }),
    t('daily.share_score', { game, score }) + (moons ? ` ${moons}` : ''),
  ];
  if (best) lines.push(t('daily.share_reached', { level: say('bots', `level.${best.level}`) }));
  const tried = Object.keys(day.puzzles).filter((name) => solved[name] !== null);
  if (tried.length) {
    const signs = Object.keys(day.puzzles).map((name) =>
      solved[name] === null ? '·' : solved[name] ? '✓' : '✗',
    );
    lines.push(t('daily.share_puzzles', { signs: signs.join(' ') }));
  }
  return [...lines, address].join('\n');
}

export const parText = (mean: number): string =>
  Number.isInteger(mean) ? String(mean) : decimal(mean);
