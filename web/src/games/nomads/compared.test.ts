import { expect, test } from 'vitest';
import { drawn, type Compared } from './compared';
import type { NomadsView } from './types';

const spaces = Array.from({ length: 8 }, (_, index) => ({
  space: index + 1,
  stack: index < 2 ? ['nomad', 'red', 'frog'] : [],
}));
const view = { lys: 4, spaces } as unknown as NomadsView;
const both = (made: string, best: string): Compared[] => [
  { kind: 'made', move: made },
  { kind: 'best', move: best },
];

test('two sowings have a way each', () => {
  const [made, best] = drawn(view, both('1>', '2<'));
  expect([made!.kind, made!.course]).toEqual(['made', { from: 1, clockwise: true, steps: 3 }]);
  expect([best!.kind, best!.course]).toEqual(['best', { from: 2, clockwise: false, steps: 3 }]);
});

test('names of moves at one place stand above each other', () => {
  for (const [made, best] of [
    ['lys+', 'lys@5'],
    ['red@3', 'moon@3'],
    ['1>', '1>d3'],
  ] as const) {
    const [one, other] = drawn(view, both(made, best));
    expect(Math.abs(one!.name.y - other!.name.y)).toBeGreaterThanOrEqual(25.9);
  }
});

test('what is raised lies on top; a card has no place in the ring', () => {
  const [made, ...others] = drawn(view, both('top@1.1', 'legend a3'));
  expect(made!.disc).toEqual({ name: 'red', space: 1, height: 3 });
  expect(others).toEqual([]);
});
