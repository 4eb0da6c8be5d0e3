import { expect, test } from 'vitest';
import { marksOf, tally } from './tiles';

test('a goal fills color by color', () => {
  const marks = marksOf({ need: 'bbr', met: false, lacks: 'b' });
  expect(marks.map(({ letter, has }) => `${letter}${has ? '+' : '-'}`)).toEqual(['b+', 'b-', 'r+']);
});

test('a met goal is full', () => {
  expect(marksOf({ need: 'yy', met: true, lacks: '' }).every(({ has }) => has)).toBe(true);
});

test('a goal counts its colors in order', () => {
  expect(tally('bbr')).toEqual([
    ['b', 2],
    ['r', 1],
  ]);
});
