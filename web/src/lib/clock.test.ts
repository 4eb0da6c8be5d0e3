import { expect, it } from 'vitest';
import { clockText, timeLeft, timeText } from './clock';
import { inEnglish } from './testing';

inEnglish();

it('writes time as clocks do', () => {
  expect(timeText(9_950)).toBe('0:09.9');
  expect(timeText(65_000)).toBe('1:05');
  expect(timeText(3_600_000 + 62_000)).toBe('1:01:02');
  expect(timeText(50 * 3_600_000)).toBe('2 d 2 h');
  expect(timeText(-5)).toBe('0:00.0');
});

it('lets only the running clock run', () => {
  const clocks = {
    running: 1,
    at: 1000,
    seats: [
      { left: 500, increment: 0 },
      { left: 900, increment: 0 },
    ],
  };
  expect(timeLeft(clocks, 0, 1300)).toBe(500);
  expect(timeLeft(clocks, 1, 1300)).toBe(600);
  expect(timeLeft(clocks, 1, 9999)).toBe(0);
});

it('says what a clock is', () => {
  expect(clockText(null)).toBe('No clock');
  expect(clockText({ kind: 'days', days: 1 })).toBe('1 day a move');
  expect(clockText({ kind: 'game', seconds: 600, increment: 10 })).toBe('10 min + 10 s');
});
