// Discs of one adventurer look alike, so the server names no single disc. To let each travel from
// where it was to where it goes, they are told apart here from one view to the next.
import { read } from './moves';
import type { DiscName } from './types';

export interface Disc {
  id: number;
  name: DiscName;
  space: number;
  height: number; // from 0 at the bottom
  order: number; // in which it moved this time, from 1; 0 if it stayed
}

type Stacks = readonly (readonly DiscName[])[];

/** The same discs on new stacks; `move` is what led there, if it is known. */
export function follow(before: readonly Disc[], stacks: Stacks, move: string | null): Disc[] {
  const parts = move === null ? null : read(move);
  const source = parts?.kind === 'sow' ? parts.space : 0;
  const clockwise = parts?.kind !== 'sow' || parts.clockwise;
  const kept: Disc[] = [];
  const loose: Disc[] = [];
  const slots: { name: DiscName; space: number; height: number }[] = [];
  stacks.forEach((stack, index) => {
    const space = index + 1;
    const old = before
      .filter((disc) => disc.space === space)
      .sort((one, other) => one.height - other.height);
    let same = 0;
    if (space !== source) while (same < stack.length && old[same]?.name === stack[same]) same += 1;
    kept.push(...old.slice(0, same).map((disc) => ({ ...disc, order: 0 })));
    loose.push(...old.slice(same));
    stack.slice(same).forEach((name, extra) => slots.push({ name, space, height: same + extra }));
  });
  const distance = (space: number): number =>
    source ? ((clockwise ? space - source : source - space) + 15) % 8 : 0;
  slots.sort((one, other) => distance(one.space) - distance(other.space));
  let next = Math.max(0, ...before.map((disc) => disc.id)) + 1;
  const placed = slots.map((slot, index) => {
    const found = loose.findIndex((disc) => disc.name === slot.name);
    const id = found < 0 ? next++ : loose.splice(found, 1)[0]!.id;
    return { ...slot, id, order: index + 1 };
  });
  return [...kept, ...placed].sort((one, other) => one.id - other.id);
}
