import { expect, it } from 'vitest';
import { follow, type Disc } from './discs';
import type { DiscName } from './types';

const EIGHT: DiscName[][] = [
  ['nomad', 'red', 'nomad'],
  ['nomad'],
  ['siana'],
  [],
  [],
  [],
  [],
  ['red'],
];

function at(discs: readonly Disc[], space: number): { id: number; name: string }[] {
  return discs
    .filter((disc) => disc.space === space)
    .sort((one, other) => one.height - other.height)
    .map(({ id, name }) => ({ id, name }));
}

it('knows each disc again after a sowing', () => {
  const before = follow([], EIGHT, null);
  const [bottom, middle, top] = at(before, 1);
  const after = follow(
    before,
    [[], ['nomad', 'nomad'], ['siana', 'red'], ['nomad'], [], [], [], ['red']],
    '1>',
  );
  expect(at(after, 2)[1]).toEqual(bottom);
  expect(at(after, 3)[1]).toEqual(middle);
  expect(at(after, 4)[0]).toEqual(top);
  expect(after.find(({ id }) => id === bottom!.id)!.order).toBe(1);
  expect(after.find(({ id }) => id === top!.id)!.order).toBe(3);
  expect(after.filter(({ order }) => order === 0)).toHaveLength(3);
});

it('goes the other way round', () => {
  const before = follow([], EIGHT, null);
  const after = follow(
    before,
    [[], ['nomad'], ['siana'], [], [], ['nomad'], ['red'], ['red', 'nomad']],
    '1<',
  );
  expect(at(after, 8)[1]).toEqual(at(before, 1)[0]);
  expect(at(after, 7)[0]).toEqual(at(before, 1)[1]);
  expect(at(after, 6)[0]).toEqual(at(before, 1)[2]);
});

it('keeps every disc through a raise, and makes new ones only when some are added', () => {
  const before = follow([], EIGHT, null);
  const raised = follow(before, [['nomad', 'nomad', 'red'], ...EIGHT.slice(1)], 'top@1.2');
  expect(raised.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  const placed = follow(before, [...EIGHT.slice(0, 3), ['frog'], ...EIGHT.slice(4)], 'frog@4');
  expect(placed).toHaveLength(before.length + 1);
  expect(new Set(placed.map(({ id }) => id)).size).toBe(placed.length);
});
