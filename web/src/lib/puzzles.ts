// Puzzles (docs/protocol.md), and what this browser remembers of them: ratings, and what was tried.
// Of a player the server keeps it, for all their devices.
import { ask } from './api';
import { deviceKey } from './key';
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
  const token = deviceKey();
  if (token !== null) {
    const after = take(await send({ [puzzle.id]: solved }, token), [puzzle.id], token);
    const now = after?.[puzzle.game];
    return now && now.mu !== before?.mu ? now : null; // another device has tried it before
  }
  const solver = before && { mu: before.mu, sigma: before.sigma };
  const body = { solved, solver };
  const { solver: after } = await ask<{ solver: Skill }>(`${at(puzzle.id)}/rating`, { body });
  remember('skills', { ...skills(), [puzzle.game]: after });
  return after;
}

// ---- what the server keeps of a player

const SOME = 500; // tries that are sent at once

interface Own {
  tries: Record<string, boolean>;
  skills: Record<string, Skill>;
}

const send = (some: Record<string, boolean>, token: string): Promise<Own> =>
  ask<Own>('/me/puzzles', { body: { tries: some }, token });

/** What the server knows goes before what is remembered here; of what was sent, nothing else is.
 *  Null: the reader has signed out meanwhile. */
function take(told: Own, sent: readonly string[], token: string): Own['skills'] | null {
  if (deviceKey() !== token) return null;
  const without = new Set(sent);
  const rest = Object.entries(tries()).filter(([id]) => !without.has(id));
  remember('puzzles', { ...Object.fromEntries(rest), ...told.tries });
  remember('skills', told.skills);
  return told.skills;
}

/** A player's tries are the same everywhere: those of a guest, or without a network, come along. */
export async function syncPuzzles(): Promise<void> {
  const token = deviceKey();
  if (token === null) return;
  let told = await ask<Own>('/me/puzzles', { token });
  const known = told.tries;
  const missing = Object.entries(tries()).filter(([id]) => !(id in known));
  for (let at = 0; at < missing.length; at += SOME)
    told = await send(Object.fromEntries(missing.slice(at, at + SOME)), token);
  take(
    told,
    missing.map(([id]) => id),
    token,
  );
}

/** They are the player's, and this browser is a guest's from now on. */
export function forgetPuzzles(): void {
  remember('puzzles', {});
  remember('skills', {});
}

// ---- what is next

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
