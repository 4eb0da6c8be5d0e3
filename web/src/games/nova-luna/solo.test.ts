import { expect, it } from 'vitest';
import { LEVELS, levelOf, withResult } from './solo';

const result = (score: number) => ({ score, game: `game ${score}` });

it('keeps the best few, each game once', () => {
  const known = [90, 100, 110, 120, 130].map(result);
  expect(withResult(known, result(95)).map(({ score }) => score)).toEqual([90, 95, 100, 110, 120]);
  expect(withResult(known, result(90))).toEqual(known);
  expect(withResult([], result(200))).toEqual([result(200)]);
});

it('finds the strongest level that a score keeps up with', () => {
  const [weakest] = LEVELS[0]!;
  const [strongest, best] = LEVELS.at(-1)!;
  expect(levelOf(1000)).toBeNull();
  expect(levelOf(best)).toBe(strongest);
  expect(levelOf(LEVELS[0]![1])).not.toBeNull();
  expect(weakest).not.toBe(strongest);
});
