// Tiles, their places, and how far their goals have come.
import type { Face, Goal, Letter, Place, Tile } from './types';

export function at(place: Place): string {
  return `${place.x},${place.y}`;
}

export function isSame(one: Place | null, other: Place | null): boolean {
  return one !== null && other !== null && one.x === other.x && one.y === other.y;
}

export function has(places: readonly Place[], place: Place): boolean {
  return places.some((other) => isSame(other, place));
}

/** Where a place lies on the ground, 100 to a side, as a style. */
export function spot({ x, y }: Place): string {
  return `left: ${x * 100}px; top: ${-y * 100}px`;
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
