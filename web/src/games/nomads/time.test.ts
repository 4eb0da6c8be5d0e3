import { expect, test } from 'vitest';
import { COUNT, lasts, stagesOfEnd, stagesOfMoons, wonMoons } from './time';
import type { DiscName, NomadsView } from './types';

function view(number: number, tower: DiscName[], moons: number[], over = false): NomadsView {
  const spaces = [tower, ['moon']].map((stack, index) => ({
    space: index + 1,
    stack,
    pile: 0,
    tile: null,
    lys: false,
  }));
  const seats = moons.map((count, seat) => ({ seat, moons: count, tiles: {} }));
  return { number, over, spaces, seats } as unknown as NomadsView;
}

const start = view(4, ['nomad', 'red', 'nomad'], [0, 1]);

test('a higher tower takes longer to fall', () => {
  const one = lasts(view(4, ['nomad'], [0, 1]), view(5, [], [0, 1]));
  expect(lasts(start, view(5, [], [0, 1]))).toBeGreaterThan(one);
});

test('a moon scoring is counted seat by seat', () => {
  const plain = view(5, [], [0, 1]);
  const scored = view(5, [], [3, 2]);
  expect(wonMoons(start, plain)).toBeNull();
  expect(wonMoons(start, scored)).toEqual([3, 1]);
  expect(lasts(start, scored) - lasts(start, plain)).toBe(stagesOfMoons(2) * COUNT);
});

test('the end is counted once, and not when one comes back to it', () => {
  const over = view(5, [], [0, 1], true);
  expect(lasts(start, over)).toBeGreaterThan(lasts(start, view(5, [], [0, 1])));
  expect(lasts({ ...start, over: true }, over)).toBe(lasts(start, view(5, [], [0, 1])));
  expect(stagesOfEnd(5)).toBe(16);
});
