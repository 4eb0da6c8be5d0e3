// Nova Luna's view and moves as the server says them, and how a move's notation is read.
import type { Preview, View } from '../../lib/types';

export type Color = 'blue' | 'red' | 'turquoise' | 'yellow';
export type Letter = 'b' | 'r' | 't' | 'y';

export const LETTERS: readonly Letter[] = ['b', 'r', 't', 'y'];

export const COLOR_OF: Record<Letter, Color> = {
  b: 'blue',
  r: 'red',
  t: 'turquoise',
  y: 'yellow',
};

export interface Goal {
  need: string;
  met: boolean;
  lacks: string;
}

/** A tile as it lies on the wheel. */
export interface Face {
  name: string;
  color: Color;
  cost: number;
  goals: string[];
}

/** A tile with what its goals still lack. */
export interface Tile extends Omit<Face, 'goals'> {
  goals: Goal[];
}

export interface Place {
  x: number;
  y: number;
}

export type Placed = Tile & Place;

export interface DisplayView {
  seat: number;
  discs: number;
  cost: number;
  tiles: Placed[];
  free: [number, number][];
}

export interface TrackDisc {
  seat: number;
  progress: number;
  space: number;
  height: number;
  turn: number;
}

export interface Solo {
  phase: number;
  cost: number;
  placed: number;
  first_phase_discs: number;
  note1: number | null;
  note2: number | null;
}

export interface NovaView extends View {
  wheel: (Face | null)[];
  marker: number;
  available: number[];
  may_refill: boolean;
  supply: number;
  /** The names of the tiles to come, sorted. */
  unseen: string[];
  track: TrackDisc[];
  displays: DisplayView[];
  solo: Solo | null;
}

export interface MetGoal extends Place {
  goal: number;
  need: string;
}

export interface NovaPreview extends Preview {
  next: number | null;
  over: boolean;
  discs: number;
  goals: MetGoal[];
  refill: number;
  marker?: number;
  progress?: number;
}

export const REFILL = 'refill';

/** `2@-1,3`: the second tile within reach, to x -1, y 3. */
export interface TileMove extends Place {
  choice: number;
  move: string;
}

export function readMove(move: string): TileMove | null {
  const parts = /^(\d+)@(-?\d+),(-?\d+)$/.exec(move);
  if (!parts) return null;
  return { choice: Number(parts[1]), x: Number(parts[2]), y: Number(parts[3]), move };
}

export function movesOf(moves: readonly string[], choice: number): TileMove[] {
  return moves.flatMap((move) => {
    const read = readMove(move);
    return read?.choice === choice ? [read] : [];
  });
}

export function choicesOf(moves: readonly string[]): number[] {
  return [...new Set(moves.flatMap((move) => readMove(move)?.choice ?? []))].sort((a, b) => a - b);
}

export function at(place: Place): string {
  return `${place.x},${place.y}`;
}

export function isSame(one: Place | null, other: Place | null): boolean {
  return one !== null && other !== null && one.x === other.x && one.y === other.y;
}

export function unplaced(face: Face): Tile {
  return {
    ...face,
    goals: face.goals.map((need) => ({ need, met: false, lacks: need })),
  };
}

export interface Mark {
  letter: Letter;
  has: boolean;
}

/** A goal's shapes in order, those that are there already first within each color. */
export function marksOf(goal: Goal): Mark[] {
  const letters = [...goal.need] as Letter[];
  const seen: Partial<Record<Letter, number>> = {};
  return letters.map((letter) => {
    const before = seen[letter] ?? 0;
    seen[letter] = before + 1;
    const there = count(goal.need, letter) - count(goal.lacks, letter);
    return { letter, has: goal.met || before < there };
  });
}

export function count(letters: string, letter: string): number {
  return letters.split(letter).length - 1;
}

/** How many of each color a goal asks for, in the order in which it names them. */
export function tally(need: string): [Letter, number][] {
  return ([...new Set(need)] as Letter[]).map((letter) => [letter, count(need, letter)]);
}
