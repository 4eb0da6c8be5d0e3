import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Paced } from './paced.svelte';
import type { State } from './types';

const state = (number: number, watchers = 0, mover = 1) =>
  ({
    number,
    watchers,
    view: {},
    you: { seat: 0 },
    last: { number: number - 1, seat: mover, move: 'x' },
  }) as unknown as State;
let paced: Paced;

beforeEach(() => {
  vi.useFakeTimers();
  paced = new Paced(() => 700);
});
afterEach(() => vi.useRealTimers());

function comesInTime(number: number): void {
  vi.advanceTimersByTime(699);
  expect(paced.shown?.number).toBe(number - 1);
  vi.advanceTimersByTime(1);
  expect(paced.shown?.number).toBe(number);
}

it('shows the first state at once and the next ones a moment apart', () => {
  paced.push(state(1));
  expect(paced.shown?.number).toBe(1);
  vi.advanceTimersByTime(800);
  for (const number of [2, 3, 4]) paced.push(state(number));
  expect([paced.shown?.number, paced.waiting]).toEqual([2, 2]);
  comesInTime(3);
  vi.advanceTimersByTime(700);
  expect([paced.shown?.number, paced.waiting]).toEqual([4, 0]);
});

it('skips to the newest', () => {
  for (const number of [1, 2, 3]) paced.push(state(number));
  paced.skip();
  expect([paced.shown?.number, paced.waiting]).toEqual([3, 0]);
  vi.advanceTimersByTime(5000);
  expect(paced.shown?.number).toBe(3);
});

it('shows the next at once, and the one after it in its time', () => {
  for (const number of [1, 2, 3]) paced.push(state(number));
  paced.next();
  expect([paced.shown?.number, paced.waiting]).toEqual([2, 1]);
  comesInTime(3);
  paced.next();
  expect(paced.shown?.number).toBe(3);
});

it('takes news that are no move into the newest position', () => {
  paced.push(state(1));
  paced.push(state(1, 5));
  expect(paced.shown?.watchers).toBe(5);
  paced.push(state(2));
  paced.push(state(2, 7));
  expect(paced.shown?.number).toBe(1);
  vi.advanceTimersByTime(700);
  expect(paced.shown?.watchers).toBe(7);
});

it('does not make anyone wait for what was taken back or missed', () => {
  paced.push(state(4));
  paced.push(state(3));
  expect(paced.shown?.number).toBe(3);
  paced.push(state(9));
  expect(paced.shown?.number).toBe(9);
});

it('does not let the reader wait for their own move', () => {
  paced.push(state(1));
  paced.push(state(2, 0, 0));
  expect([paced.shown?.number, paced.waiting]).toEqual([2, 0]);
  paced.push(state(3));
  expect([paced.shown?.number, paced.waiting]).toEqual([2, 1]);
});

it('catches up when much is waiting', () => {
  for (let number = 1; number <= 60; number++) paced.push(state(number));
  vi.advanceTimersByTime(12_000);
  expect([paced.shown?.number, paced.waiting]).toEqual([60, 0]);
});

it('shows for longer what takes longer to follow', () => {
  paced = new Paced(({ number }) => (number === 2 ? 3000 : 700));
  for (const number of [1, 2, 3]) paced.push(state(number));
  vi.advanceTimersByTime(700);
  expect(paced.shown?.number).toBe(2);
  vi.advanceTimersByTime(2900);
  expect(paced.shown?.number).toBe(2);
  vi.advanceTimersByTime(200);
  expect(paced.shown?.number).toBe(3);
});

it('keeps what was shown, to look back at, and forgets what was taken back', () => {
  for (const number of [1, 2, 3]) paced.push(state(number));
  paced.skip();
  expect(paced.past.map(({ number }) => number)).toEqual([1, 3]);
  vi.advanceTimersByTime(900);
  paced.push(state(4));
  paced.push(state(4, 8));
  expect(paced.past.map(({ watchers }) => watchers)).toEqual([0, 0, 8]);
  paced.push(state(3));
  expect(paced.past.map(({ number }) => number)).toEqual([1, 3]);
});
