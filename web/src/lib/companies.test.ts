import { expect, it } from 'vitest';
import type { GameInfo } from './api';
import { companiesOf, companyColors, partnersOf } from './companies';

const info = { companies: { 2: [0, 1], 4: [0, 1, 0, 1] } } as unknown as GameInfo;

it('finds who plays together', () => {
  expect(companiesOf(info, 2)).toBeNull();
  expect(companiesOf(info, 4)).toEqual([
    [0, 2],
    [1, 3],
  ]);
  expect(companiesOf(undefined, 4)).toBeNull();
  expect(partnersOf(companiesOf(info, 4), 3)).toEqual([1]);
  expect(partnersOf(companiesOf(info, 4), null)).toEqual([]);
  expect(partnersOf(null, 1)).toEqual([]);
});

it('gives partners one color', () => {
  expect(companyColors(companiesOf(info, 4))).toBe(
    '--seat-2: var(--seat-0); --seat-3: var(--seat-1)',
  );
  expect(companyColors(null)).toBe('');
});
