import { expect, it } from 'vitest';
import { changeText } from './ratings';

it('says what a game has made of a rating', () => {
  expect([12, -7, 0].map(changeText)).toEqual(['+12', '−7', '±0']);
});
