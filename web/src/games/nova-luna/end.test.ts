import { expect, test } from 'vitest';
import { laid, lasts, without } from './end';
import type { NovaView } from './types';

function view(over: boolean, met: boolean[][]): NovaView {
  const tiles = met.map((goals, x) => ({
    x,
    y: 0,
    name: `t${x}`,
    color: 'red' as const,
    cost: 1,
    goals: goals.map((done) => ({ need: 'r', met: done, lacks: done ? '' : 'r' })),
  }));
  const displays = [
    { seat: 0, discs: 3, cost: 0, tiles: [], free: [] },
    { seat: 1, discs: 0, cost: 0, tiles, free: [] },
  ];
  return { number: over ? 8 : 7, over, displays } as unknown as NovaView;
}

const before = view(false, [[true, false], [false]]);
const after = view(true, [[true, true], [true], [false]]);

test('the discs of the last move are found and kept in hand until they are laid', () => {
  const found = laid(before, after)!;
  expect(found).toEqual({
    seat: 1,
    goals: [
      { x: 0, y: 0, goal: 1, need: 'r' },
      { x: 1, y: 0, goal: 0, need: 'r' },
    ],
  });
  const held = without(after.displays[1]!, found.goals);
  expect(held.discs).toBe(2);
  expect(held.tiles.map(({ goals }) => goals.map(({ met }) => met))).toEqual([
    [true, false],
    [false],
    [false],
  ]);
  expect(without(after.displays[1]!, [])).toBe(after.displays[1]);
});

test('the last move takes longer, the more discs it lays; no other does', () => {
  expect(lasts(before, view(false, [[true, true]]))).toBe(0);
  expect(lasts(before, after)).toBeGreaterThan(lasts(before, view(true, [[true, true]])));
  expect(laid(before, view(true, [[true, false], [false]]))).toBeNull();
});
