// The last move: which goals it has met, and how long that takes to be followed.
import type { View } from '../../lib/types';
import type { DisplayView, MetGoal, NovaView } from './types';

/** From one disc that is laid to the next, in ms at normal pace. */
export const LAY = 650;
/** Until the last tile has come. */
export const ARRIVE = 500;
const LOOK = 900; // at the last disc

export interface Laid {
  seat: number;
  goals: MetGoal[];
}

/** The discs that were laid between two views. */
export function laid(before: NovaView, after: NovaView): Laid | null {
  for (const { seat, tiles } of after.displays) {
    const was = new Map(before.displays[seat]?.tiles.map((tile) => [`${tile.x},${tile.y}`, tile]));
    const goals = tiles.flatMap(({ x, y, goals }) =>
      goals.flatMap(({ met, need }, goal) =>
        met && !was.get(`${x},${y}`)?.goals[goal]?.met ? [{ x, y, goal, need }] : [],
      ),
    );
    if (goals.length) return { seat, goals };
  }
  return null;
}

/** A display while some of its discs are still in hand. */
export function without(display: DisplayView, goals: readonly MetGoal[]): DisplayView {
  if (!goals.length) return display;
  return {
    ...display,
    discs: display.discs + goals.length,
    tiles: display.tiles.map((tile) => ({
      ...tile,
      goals: tile.goals.map((one, index) =>
        goals.some(({ x, y, goal }) => x === tile.x && y === tile.y && goal === index)
          ? { ...one, met: false }
          : one,
      ),
    })),
  };
}

/** How long a move takes to be followed: behind the last one its discs are laid. */
export function lasts(before: View, after: View): number {
  if (!after.over || before.over) return 0;
  const discs = laid(before as NovaView, after as NovaView)?.goals.length ?? 0;
  return ARRIVE + discs * LAY + LOOK;
}
