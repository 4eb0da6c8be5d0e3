import { expect, it } from 'vitest';
import { discsToPlace, liveSpaces, raisableDiscs } from './offers';

it('offers a disc at a time, on the spaces that take it', () => {
  const moves = ['siana@1', 'siana@2', 'red@1'];
  expect(discsToPlace(moves)).toEqual(['siana', 'red']);
  expect([...liveSpaces(moves, 'siana')]).toEqual([
    [1, 'siana@1'],
    [2, 'siana@2'],
  ]);
  expect([...liveSpaces(moves, 'red')]).toEqual([[1, 'red@1']]);
});

it('plays from a space only what leaves no choice', () => {
  expect([...liveSpaces(['3>', '3<', 'legend a4'], null)]).toEqual([[3, null]]);
  expect([...liveSpaces(['lys@2', 'lys@5'], null)]).toEqual([
    [2, 'lys@2'],
    [5, 'lys@5'],
  ]);
  expect([...liveSpaces(['top@5.1', 'top@5.3', 'top@6.2', 'stay'], null)]).toEqual([
    [5, null],
    [6, 'top@6.2'],
  ]);
});

it('names the discs that Red may raise', () => {
  expect([...raisableDiscs(['top@5.2', 'stay'])]).toEqual([['5.1', 'top@5.2']]);
});
