import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Progress } from '../../lib/review';
import { Polled } from './polled.svelte';
import { Trying } from './trying.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const told = (status: Progress['status'], done = 0): Progress => ({ status, done, total: 4 });

test('what is worked out is asked for once and looked at until it is there', async () => {
  const ask = vi.fn(() => Promise.resolve(told('waiting')));
  const answers = [told('working', 2), told('none'), told('done')];
  const look = vi.fn(() => Promise.resolve(answers.shift()!));
  const then = vi.fn();
  const polled = new Polled(ask, look, then);
  polled.start();
  polled.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(polled.coming).toEqual({ done: 0, total: 4, waits: true });
  await vi.advanceTimersByTimeAsync(700);
  expect(polled.coming).toEqual({ done: 2, total: 4, waits: false });
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1400); // a server that was started again is asked again
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(700);
  expect([polled.found?.status, polled.coming, then.mock.calls.length]).toEqual(['done', null, 1]);
});

test('whoever only peeks asks for nothing, and waits for what somebody has asked for', async () => {
  const ask = vi.fn(() => Promise.resolve(told('waiting')));
  const none = new Polled(ask, () => Promise.resolve(told('none')));
  await none.peek();
  expect([none.found, none.coming, ask.mock.calls.length]).toEqual([null, null, 0]);
  const asked = new Polled(ask, () => Promise.resolve(told('working', 1)));
  await asked.peek();
  expect(asked.coming?.done).toBe(1);
  asked.stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked.coming?.done).toBe(1);
});

test('a bad try is taken off the board, a good one stays there', async () => {
  const marks: Record<string, string> = { worse: 'mistake', better: 'good' };
  const fetched = vi.fn((url: string, { body }: RequestInit) => {
    const { move } = JSON.parse((body as string | undefined) ?? '{}') as { move?: string };
    const position = { number: 3, seat: 1, view: {}, moves: ['worse', 'better'] };
    const attempt = { number: 3, seat: 1, move, mark: marks[move ?? ''], loss: 0, why: [] };
    return Promise.resolve(new Response(JSON.stringify(url.endsWith('/3') ? position : attempt)));
  });
  vi.stubGlobal('fetch', fetched);
  const trying = new Trying('table', 3, 'quick', false);
  await vi.waitFor(() => expect(trying.position).not.toBeNull());
  trying.choose('no move');
  expect(trying.busy).toBe(false);
  trying.choose('worse');
  trying.choose('better'); // one after the other
  expect([trying.busy, trying.shown]).toEqual([true, 'worse']);
  await vi.waitFor(() => expect(trying.busy).toBe(false));
  expect([trying.good, trying.shown, trying.tries]).toEqual([false, null, 1]);
  trying.choose('better');
  await vi.waitFor(() => expect(trying.busy).toBe(false));
  expect([trying.good, trying.shown, trying.tries]).toEqual([true, 'better', 2]);
});
