// The reader's games and figures, as the server tells them.
import { ask, type MySummary } from './api';
import { playerKey } from './key';
import type { Entry } from './types';

export const OUTCOMES = ['won', 'shared', 'lost', 'resigned', 'solo'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface Played {
  id: string;
  seat: number;
  game: string;
  players: number;
  outcome: Outcome;
  place: number | null;
  score: number | null;
  began: number;
  ended: number;
  moves: number;
  whole: boolean;
  against: string;
  opponents: { name: string | null; level: string | null }[];
  accuracy: number | null;
  luck: number | null;
}

export interface Games {
  running: MySummary[];
  games: Played[];
  cursor: string | null;
  total: number;
  counts: Record<string, number>;
}

/** Which games are asked for; empty: any. */
export interface Wanted {
  game: string;
  outcome: string;
  players: string;
  opponent: string;
}

export function myGames(wanted: Wanted, cursor: string | null): Promise<Games> {
  const query = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value.trim()));
  if (cursor) query.set('cursor', cursor);
  return ask<Games>(`/me/games?${query}`, { token: playerKey() });
}

export interface Tally {
  games: number;
  won: number;
  shared: number;
  lost: number;
  resigned: number;
  solo: number;
  score: number | null;
}

/** Values over time: of a game, or the mean of some in a row. */
export interface Point {
  ended: number | null;
  games: number;
  value: number;
  mean?: number;
}

export interface Luck {
  points: Point[];
  mean: number | null;
}

export interface Figures {
  game: string;
  low_wins: boolean;
  games: number;
  by_players: (Tally & { players: number })[];
  by_opponents: (Tally & { against: string })[];
  scores: Record<string, Point[]>;
  best_solo: { score: number; ended: number | null; id: string | null } | null;
  accuracy: Point[];
  luck: Luck;
  solo_luck: Luck;
  openings: (Tally & { opening: Entry })[];
}

export function myFigures(game: string): Promise<Figures> {
  return ask<Figures>(`/me/stats/${game}`, { token: playerKey() });
}
