// How long things take here, in ms at normal pace, so that a sowing can be followed disc by disc.
import type { View } from '../../lib/types';
import { flights } from './flights';
import type { NomadsView } from './types';

/** From one disc that falls to the next. */
export const FALL = 150;
/** From one tile that is taken to the next. */
export const TAKE = 140;
const LOOK = 700; // at what has come of it
const SCORING = 1600;

/** How long a move takes to be followed: discs fall, tiles are taken, moons are won. */
export function lasts(before: View, after: View): number {
  const [then, now] = [before as NomadsView, after as NomadsView];
  const fallen = Math.max(
    0,
    ...then.spaces.map(({ stack }, index) =>
      now.spaces[index]!.stack.length < stack.length ? stack.length : 0,
    ),
  );
  const moons = now.seats.some(({ moons }, seat) => moons > then.seats[seat]!.moons);
  return (
    fallen * FALL + flights(then, now).length * TAKE + LOOK + (moons || now.over ? SCORING : 0)
  );
}
