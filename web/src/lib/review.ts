// Reviews of finished games (docs/review.md), as the server tells them.
import { ask, type Seated } from './api';
import { deviceKey } from './key';
import { keepToken } from './seats';
import { render } from './sentences';
import type { Entry, Preview, Refusal, View } from './types';
import { language, type Language } from './words.svelte';

export const MARKS = ['best', 'good', 'inaccuracy', 'mistake', 'blunder'] as const;
export type Mark = (typeof MARKS)[number];
export const BAD: readonly (Mark | null)[] = ['inaccuracy', 'mistake', 'blunder'];
/** As chess players write them, beside the word. */
export const SIGNS: Record<Mark, string> = {
  best: '✓',
  good: '',
  inaccuracy: '?!',
  mistake: '?',
  blunder: '??',
};

export type Told = Entry & { topic: string };

export interface Candidate {
  move: string;
  worth: number;
  shares: number[];
}

export interface MoveReview {
  number: number;
  seat: number;
  move: string;
  best: string;
  loss: number;
  mark: Mark | null;
  shares: number[];
  luck: number[];
  /** Whom luck touched most, where it is worth a word. */
  lucky: number | null;
  candidates: Candidate[];
  why: Told[];
  /** Whether it was thought about for longer; who tries it again asks for the same. */
  again: boolean;
}

export interface TurningPoint {
  number: number;
  kind: 'play' | 'luck';
  seat: number;
  amount: number;
  words: Told[];
}

export const PARTS = ['own_play', 'others_play', 'luck', 'sight'] as const;

export interface SeatReview extends Record<(typeof PARTS)[number], number> {
  seat: number;
  start: number;
  result: number;
  accuracy: number | null;
  plays_like: string | null;
  luck_words: Told[];
}

export interface Review {
  game: string;
  budget: Budget;
  unit: 'share' | 'score';
  low_wins: boolean;
  /** Whether the game was played to its end; otherwise a result is what a seat could expect. */
  finished: boolean;
  final: number[];
  seats: SeatReview[];
  moves: MoveReview[];
  turning_points: TurningPoint[];
  verdict: Told[];
}

/** How far something has come that the server works out. */
export interface Progress {
  status: 'none' | 'waiting' | 'working' | 'done' | 'failed';
  done?: number;
  total?: number;
  error?: Refusal;
}

export interface Reviewed extends Progress {
  review?: Review;
  /** For each move, the candidates in words. */
  told?: Record<string, Entry[]>[];
}

/** A seat's result beside those of masters who had it, with the same deal. */
export interface SeatDeal {
  seat: number;
  place: number | null;
  score: number | null;
  scores: number[];
  mean: number;
  wins: number;
  better: number | null;
}

export interface SameDealTold extends Progress {
  same_deal?: { low_wins: boolean; seats: SeatDeal[] };
}

export function askSameDeal(id: string): Promise<SameDealTold> {
  return ask<SameDealTold>(`/tables/${id}/same-deal`, { body: {} });
}

export function lookSameDeal(id: string): Promise<SameDealTold> {
  return ask<SameDealTold>(`/tables/${id}/same-deal`);
}

export type Budget = 'quick' | 'deep';

export function askReview(id: string, budget: Budget): Promise<Reviewed> {
  return ask<Reviewed>(`/tables/${id}/review`, { body: { budget } });
}

export function lookReview(id: string, budget: Budget): Promise<Reviewed> {
  return ask<Reviewed>(`/tables/${id}/review?budget=${budget}`);
}

/** Where it is told, pushed, how far something has come. */
export const pushedReview = (id: string, budget: Budget) =>
  `/api/tables/${id}/review/stream?budget=${budget}`;
export const pushedSameDeal = (id: string) => `/api/tables/${id}/same-deal/stream`;

/** Before a move of a finished game, as whoever was to make it saw it. */
export interface Position {
  number: number;
  seat: number;
  view: View;
  moves: string[];
}

/** How a move compares with the best one there. */
export type Attempt = Pick<
  MoveReview,
  'number' | 'seat' | 'move' | 'best' | 'loss' | 'mark' | 'why'
> & {
  told: Entry[];
};

const at = (id: string, number: number) => `/tables/${id}/positions/${number}`;

export function lookAt(id: string, number: number): Promise<Position> {
  return ask<Position>(at(id, number));
}

export function tryMove(
  id: string,
  number: number,
  move: string,
  budget: Budget,
  again: boolean,
): Promise<Attempt> {
  return ask<Attempt>(`${at(id, number)}/attempt`, { body: { move, budget, again } });
}

export async function previewsAt(
  id: string,
  number: number,
  moves: string[],
): Promise<Record<string, Preview>> {
  type Told = { previews: Record<string, Preview> };
  return (await ask<Told>(`${at(id, number)}/previews`, { body: { moves } })).previews;
}

/** A new table that begins there, with bots in the other seats. */
export async function playOn(
  id: string,
  number: number,
  how: { seat: number; level: string; name: string },
): Promise<Seated> {
  const made = await ask<Seated>(`${at(id, number)}/table`, { body: how, token: deviceKey() });
  keepToken(made.id, made.token);
  return made;
}

/** Before each move, and at the end: what each seat can expect. */
export function curveOf(review: Review): number[][] {
  return [...review.moves.map(({ shares }) => shares), review.final];
}

export function decimal(value: number, lang: Language = language()): string {
  const text = value.toFixed(1).replace('-', '−');
  return lang === 'en' ? text : text.replace('.', ',');
}

/** What a seat can expect: a score, or its part of a hundred. */
export function worth(review: Review, value: number): string {
  if (review.unit === 'score') return decimal(review.low_wins ? -value : value);
  return `${Math.round(100 * value)} %`;
}

/** By how much that changes; without a sign where only its size is told. */
export function points(review: Pick<Review, 'unit'>, value: number, signed = true): string {
  const told = decimal(review.unit === 'score' ? value : 100 * value);
  return signed && !told.startsWith('−') ? `+${told}` : told;
}

/** Sentences of a review, numbers as the language writes them. */
export function sentences(told: readonly Told[], names: readonly string[]): string {
  return told
    .map(({ topic, key, args }) => {
      const written = Object.entries(args).map(([name, value]) => [
        name,
        typeof value === 'number' && !Number.isInteger(value) ? decimal(value) : value,
      ]);
      return render(topic, { key, args: Object.fromEntries(written) as Entry['args'] }, names);
    })
    .join(' ');
}
