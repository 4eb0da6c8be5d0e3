import { expect, test } from 'vitest';
import { choicesOf, movesOf, readMove } from './moves';

test('a move names a tile and a place', () => {
  expect(readMove('2@-1,3')).toEqual({ choice: 2, x: -1, y: 3, move: '2@-1,3' });
  expect(readMove('refill')).toBeNull();
});

test('moves are sorted by tile', () => {
  const moves = ['1@0,1', '3@0,1', '1@1,0', 'refill'];
  expect(choicesOf(moves)).toEqual([1, 3]);
  expect(movesOf(moves, 1).map(({ move }) => move)).toEqual(['1@0,1', '1@1,0']);
});
