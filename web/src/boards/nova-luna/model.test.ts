import { expect, test } from 'vitest';
import { choicesOf, marksOf, movesOf, readMove, tally } from './model';

test('a move names a tile and a place', () => {
  expect(readMove('2@-1,3')).toEqual({ choice: 2, x: -1, y: 3, move: '2@-1,3' });
  expect(readMove('refill')).toBeNull();
});

test('moves are sorted by tile', () => {
  const moves = ['1@0,1', '3@0,1', '1@1,0', 'refill'];
  expect(choicesOf(moves)).toEqual([1, 3]);
  expect(movesOf(moves, 1).map(({ move }) => move)).toEqual(['1@0,1', '1@1,0']);
});

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
