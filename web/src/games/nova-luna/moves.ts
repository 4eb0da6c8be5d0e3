// How a move's notation is read.
import type { Place } from './types';

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
