// How long things take here, in ms at normal pace, so that a sowing can be followed disc by disc.
import type { View } from '../../lib/types';
import { flights } from './flights';
import type { NomadsView } from './types';

/** From one disc that falls to the next. */
export const FALL = 150;
/** From one tile that is taken to the next. */
export const TAKE = 140;
/** From one number of a count to the next: in a moon scoring, and at the end. */
export const COUNT = 750;
export const COUNT_END = 550;
const LOOK = 700; // at what has come of it

/** A moon scoring: what each seat has, then the moons, which are looked at for twice as long. */
export const stagesOfMoons = (seats: number): number => seats + 3;
/** The end: cards, moons and tiles of each seat. */
export const PARTS = 3;
export const stagesOfEnd = (seats: number): number => PARTS * seats + 1;

/** Until the discs have fallen and the tiles are taken. */
export function travels(then: NomadsView, now: NomadsView): number {
  const fallen = Math.max(
    0,
    ...then.spaces.map(({ stack }, index) =>
      now.spaces[index]!.stack.length < stack.length ? stack.length : 0,
    ),
  );
  return fallen * FALL + flights(then, now).length * TAKE + LOOK;
}

/** The moons each seat has won between two views; null: there was no moon scoring. */
export function wonMoons(then: NomadsView, now: NomadsView): number[] | null {
  const won = now.seats.map(({ moons }, seat) => moons - then.seats[seat]!.moons);
  return won.some((count) => count > 0) ? won : null;
}

/** How long a move takes to be followed: discs fall, tiles are taken, points are counted. */
export function lasts(before: View, after: View): number {
  const [then, now] = [before as NomadsView, after as NomadsView];
  const seats = now.seats.length;
  const counted =
    now.over && !then.over
      ? stagesOfEnd(seats) * COUNT_END
      : wonMoons(then, now)
        ? stagesOfMoons(seats) * COUNT
        : 0;
  return travels(then, now) + counted;
}
