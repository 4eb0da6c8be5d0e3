import { expect, test } from 'vitest';
import { suns } from './suns';
import type { MusesView } from './types';

function view(dice: number[][], companies: number[][], won: number[] | null = null): MusesView {
  const table = [
    ...dice.flatMap((row, company) => row.map((die) => ({ die, company }))),
    { die: 6, company: null }, // the Neutral Muse counts for nobody
  ];
  const players = companies.flat().map(String);
  return { players, companies, table, scoring: won && { suns: won } } as unknown as MusesView;
}

test('a column is won by the single highest die', () => {
  const two = [[0], [1]];
  expect(
    suns(
      view(
        [
          [2, 5, 1, 1],
          [3, 4, 1, 1],
        ],
        two,
      ),
    ),
  ).toEqual([1, 1]);
  expect(
    suns(
      view(
        [
          [5, 2],
          [5, 1],
        ],
        two,
      ),
    ),
  ).toEqual([1, 0]);
  expect(suns(view([[4], []], two))).toEqual([1, 0]);
  expect(
    suns(
      view(
        [
          [3, 1],
          [3, 1],
          [2, 2],
        ],
        [[0], [1], [2]],
      ),
    ),
  ).toEqual([0, 0, 1]);
});

test('partners have theirs together, and at the end what they won is told', () => {
  const partners = [
    [0, 2],
    [1, 3],
  ];
  const columns = [
    [3, 3],
    [2, 1],
  ];
  expect(suns(view(columns, partners))).toEqual([2, 0, 2, 0]);
  expect(suns(view(columns, partners, [1, 3]))).toEqual([1, 3, 1, 3]);
});
