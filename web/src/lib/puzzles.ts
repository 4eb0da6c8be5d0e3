// Puzzles (docs/protocol.md), and what this browser remembers of them: ratings, and what was tried.
import { ask } from './api';
import type { Attempt, Told } from './review';
import { recall, remember } from './stored';
import type { Entry, Preview, View } from './types';

export interface Shelf {
  game: string;
  count: number;
  themes: Record<string, number>;
}

export interface PuzzleAbout {
  id: string;
  rating: number;
  level: string;
  themes: string[];
}

export interface Puzzle extends PuzzleAbout {
  game: string;
  seat: number;
  /** How many moves there are to find. */
  steps: number;
  number: number;
  view: View;
  moves: string[];
}

export interface Tried extends Pick<Attempt, 'move' | 'loss'> {
  mark: NonNullable<Attempt['mark']>;
  why: Told[];
  right: boolean;
  solved: boolean;
  line: { move: string; told: Entry[] }[];
  next: { view: View; moves: string[] } | null;
}

export interface Skill {
  mu: number;
  sigma: number;
  rating: number;
  change: number;
}

export async function shelves(): Promise<Shelf[]> {
  return (await ask<{ games: Shelf[] }>('/puzzles')).games;
}

export async function puzzlesOf(game: string): Promise<PuzzleAbout[]> {
  type Told = { puzzles: PuzzleAbout[] };
  return (await ask<Told>(`/puzzles/${encodeURIComponent(game)}`)).puzzles;
}

const at = (id: string) => `/puzzle/${encodeURIComponent(id)}`;

export function puzzleAt(id: string): Promise<Puzzle> {
  return ask<Puzzle>(at(id));
}

export function tryPuzzle(id: string, found: string[], move: string): Promise<Tried> {
  return ask<Tried>(`${at(id)}/try`, { body: { move, found } });
}

export function showPuzzle(id: string, found: string[]): Promise<Tried> {
  return ask<Tried>(`${at(id)}/solution`, { body: { found } });
}

export async function previewsIn(
  id: string,
  found: string[],
  moves: string[],
): Promise<Record<string, Preview>> {
  type Told = { previews: Record<string, Preview> };
  return (await ask<Told>(`${at(id)}/previews`, { body: { moves, found } })).previews;
}

// ---- what this browser remembers ----------------------------------------------------------------

const FIRST = 1500; // of somebody who has solved nothing yet, as the server begins
const tries = (): Record<string, boolean> => recall<Record<string, boolean>>('puzzles', {});
const skills = (): Record<string, Skill> => recall<Record<string, Skill>>('skills', {});

/** Whether a puzzle was solved at the first try; null: it was not tried. */
export function outcome(id: string): boolean | null {
  return tries()[id] ?? null;
}

export function skillIn(game: string): Skill | null {
  return skills()[game] ?? null;
}

/** How many puzzles were tried, of these. */
export function triedOf(ids: readonly string[]): { tried: number; solved: number } {
  const known = tries();
  const found = ids.filter((id) => id in known);
  return { tried: found.length, solved: found.filter((id) => known[id]).length };
}

/** A puzzle counts once: at the first try. The server works out what it makes of the rating. */
export async function rate(puzzle: PuzzleAbout & { game: string }, solved: boolean) {
  if (outcome(puzzle.id) !== null) return null;
  remember('puzzles', { ...tries(), [puzzle.id]: solved });
  const before = skillIn(puzzle.game);
  const solver = before && { mu: before.mu, sigma: before.sigma };
  const body = { solved, solver };
  const { solver: after } = await ask<{ solver: Skill }>(`${at(puzzle.id)}/rating`, { body });
  remember('skills', { ...skills(), [puzzle.game]: after });
  return after;
}

/** The next one to solve: not tried yet, of this theme, and about as hard as the solver is good. */
export function nextOf(
  puzzles: readonly PuzzleAbout[],
  theme: string | null,
  rating: number = FIRST,
  not: string | null = null,
): PuzzleAbout | null {
  const known = tries();
  const wanted = puzzles.filter(
    ({ id, themes }) => id !== not && (theme === null || themes.includes(theme)),
  );
  const fresh = wanted.filter(({ id }) => !(id in known));
  const far = ({ rating: each }: PuzzleAbout) => Math.abs(each - rating);
  const near = (fresh.length ? fresh : wanted).toSorted((one, other) => far(one) - far(other));
  return near[Math.floor(Math.random() * Math.min(5, near.length))] ?? null;
}
