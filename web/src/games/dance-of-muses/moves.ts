// A legal move taken apart: who is placed where, or who steps which way with her power on whom.
import type { Way } from './types';

export interface Placing {
  kind: 'placing';
  text: string;
  /** Empty where the reader may not know her: another seat's Mystery Muse. */
  muse: string;
  down: boolean;
  x: number;
  y: number;
}

export interface Dancing {
  kind: 'dancing';
  text: string;
  muse: string;
  way: Way;
  when: 'before' | 'after' | null;
  target: string | null;
}

const PLACING = /^(\?)?([a-z]*)@(-?\d+),(-?\d+)$/;
const DANCING = /^(\?\d|[a-z]+)(?:\*(\?\d|[a-z]+))?:([nesw])(?:\*(\?\d|[a-z]+))?$/;

export function read(text: string): Placing | Dancing | null {
  const placing = PLACING.exec(text);
  if (placing) {
    const [, down, muse, x, y] = placing;
    return { kind: 'placing', text, muse: muse!, down: !!down, x: Number(x), y: Number(y) };
  }
  const dancing = DANCING.exec(text);
  if (!dancing) return null;
  const [, muse, before, way, after] = dancing;
  return {
    kind: 'dancing',
    text,
    muse: muse!,
    way: way as Way,
    when: before ? 'before' : after ? 'after' : null,
    target: before ?? after ?? null,
  };
}

export function placings(moves: readonly string[]): Placing[] {
  return moves.map(read).filter((move) => move?.kind === 'placing');
}

export function dances(moves: readonly string[]): Dancing[] {
  return moves.map(read).filter((move) => move?.kind === 'dancing');
}

/** What a hint for a placing sets on the board: her in hand, and the side she is placed on. */
export function heldBy(
  hint: string | null,
  moves: readonly string[] | null,
): { muse: string; down: boolean } | null {
  const move = hint !== null && moves?.includes(hint) ? read(hint) : null;
  return move?.kind === 'placing' ? { muse: move.muse, down: move.down } : null;
}

/** What of a gesture is settled: who dances, on whom her power goes first, which way she steps. */
export interface Gesture {
  muse: string | null;
  before: string | null;
  way: Way | null;
}

export const NOTHING: Gesture = { muse: null, before: null, way: null };

/** The whole moves of the chosen Muse. */
export function ofMuse(all: readonly Dancing[], muse: string | null): Dancing[] {
  return all.filter((move) => move.muse === muse);
}

/** The steps that are open, by way: with the power used before when it has a target. */
export function steps(all: readonly Dancing[], gesture: Gesture): Map<Way, Dancing> {
  const open = ofMuse(all, gesture.muse).filter((move) =>
    gesture.before ? move.when === 'before' && move.target === gesture.before : !move.when,
  );
  return new Map(open.map((move) => [move.way, move]));
}

/** Whom the power could go to first, before any step. */
export function targetsBefore(all: readonly Dancing[], gesture: Gesture): Set<string> {
  const open = ofMuse(all, gesture.muse).filter((move) => move.when === 'before');
  return new Set(open.map((move) => move.target!));
}

/** The moves that end a gesture whose step is chosen with the power, by target. */
export function targetsAfter(all: readonly Dancing[], gesture: Gesture): Map<string, Dancing> {
  const open = ofMuse(all, gesture.muse).filter(
    (move) => move.when === 'after' && move.way === gesture.way,
  );
  return new Map(open.map((move) => [move.target!, move]));
}
