// How long things take here, in ms at normal pace.
import type { View } from '../../lib/types';
import type { MusesView } from './types';

/** A stage of the end: Apollo's Will, a column, the places. */
export const STAGE = 850;

export const stages = (columns: number): number => columns + 2;

/** How long a move takes to be followed: the last one has the whole end behind it. */
export function lasts(before: View, after: View): number {
  const columns = (after as MusesView).scoring?.columns.length ?? 0;
  return after.over && !before.over ? (stages(columns) + 1) * STAGE : 0;
}
