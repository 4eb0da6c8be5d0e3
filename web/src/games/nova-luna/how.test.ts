import { expect, it } from 'vitest';
import type { Standing } from '../../lib/types';
import game from '.';

const standings = (...scores: number[]): Standing[] =>
  scores.map((score, seat) => ({ seat, place: seat + 1, score }));

it('says that the last disc has won only where somebody has placed it', () => {
  expect(game.how(standings(0, 4))).toBe('page.how_last_disc');
  expect(game.how(standings(2, 4))).toBe('standings.how');
});
