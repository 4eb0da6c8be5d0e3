import { expect, it } from 'vitest';
import { inEnglish } from './testing';
import { curveOf, decimal, points, sentences, worth, type Review } from './review';
import { speak } from './words.svelte';

const review = {
  unit: 'share',
  low_wins: false,
  final: [1, 0],
  moves: [{ shares: [0.5, 0.5] }, { shares: [0.7, 0.3] }],
} as unknown as Review;

inEnglish();

it('knows what to expect before each move and at the end', () => {
  expect(curveOf(review)).toEqual([
    [0.5, 0.5],
    [0.7, 0.3],
    [1, 0],
  ]);
});

it('writes numbers as the language does', () => {
  expect(decimal(-1.25, 'en')).toBe('−1.3');
  expect(decimal(1.5, 'fr')).toBe('1,5');
  expect(worth(review, 0.567)).toBe('57 %');
  expect(worth({ ...review, unit: 'score', low_wins: true }, -14)).toBe('14.0');
  expect(points(review, 0.05)).toBe('+5.0');
  expect(points(review, -0.05)).toBe('−5.0');
  expect(points(review, 0.05, false)).toBe('5.0');
});

it('says why', async () => {
  const told = [{ topic: 'study', key: 'luck.share.good_much', args: { seat: 1, points: 12.5 } }];
  expect(sentences(told, ['Ana', 'Ben'])).toBe('Ben had much luck, worth 12.5 points.');
  await speak('es');
  expect(sentences(told, ['Ana', 'Ben'])).toContain('12,5');
});
