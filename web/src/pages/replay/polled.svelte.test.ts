import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ownRefusal } from '../../lib/refused';
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

class Source {
  static all: Source[] = [];
  onmessage: (event: { data: string }) => void = () => {};
  onerror: () => void = () => {};
  isOpen = true;
  constructor(readonly url: string) {
    Source.all.push(this);
  }
  close(): void {
    this.isOpen = false;
  }
  tell(...given: Parameters<typeof told>): void {
    this.onmessage({ data: JSON.stringify(told(...given)) });
  }
}

function listened(look: () => Promise<Progress>) {
  Source.all = [];
  vi.stubGlobal('EventSource', Source);
  const ask = vi.fn(() => Promise.resolve(told('waiting')));
  const polled = new Polled(ask, look, undefined, undefined, '/pushed');
  polled.start();
  return { polled, ask };
}

test('what is pushed is shown, and looked at when it is there', async () => {
  const look = vi.fn(() => Promise.resolve(told('done')));
  const { polled } = listened(look);
  await vi.advanceTimersByTimeAsync(2000);
  const [source] = Source.all;
  expect([source!.url, Source.all.length, look.mock.calls.length]).toEqual(['/pushed', 1, 0]);
  source!.tell('working', 3);
  expect(polled.coming).toEqual({ done: 3, total: 4, waits: false });
  source!.tell('done');
  await vi.advanceTimersByTimeAsync(0);
  expect([polled.found?.status, source!.isOpen, look.mock.calls.length]).toEqual([
    'done',
    false,
    1,
  ]);
});

test('a connection that is cut, or silent, is made again once the server answers', async () => {
  const answers = [null, told('working', 1), told('working', 2)];
  const look = vi.fn(() => {
    const answer = answers.shift();
    return answer ? Promise.resolve(answer) : Promise.reject(ownRefusal('refused.offline'));
  });
  const { polled } = listened(look);
  await vi.advanceTimersByTimeAsync(0);
  Source.all[0]!.tell('working', 1);
  Source.all[0]!.onerror();
  await vi.advanceTimersByTimeAsync(700);
  expect([polled.error, polled.coming?.done, Source.all.length]).toEqual([null, 1, 1]);
  await vi.advanceTimersByTimeAsync(3000);
  expect(Source.all.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  await vi.advanceTimersByTimeAsync(10_000); // nothing is heard
  expect([polled.coming?.done, Source.all.length]).toEqual([2, 3]);
  polled.stop();
  expect(Source.all.map(({ isOpen }) => isOpen)).toEqual([false, false, false]);
});

test('what another worker has let fall is not asked for without a pause', async () => {
  const { ask } = listened(() => Promise.resolve(told('none')));
  const heard = new Set<Source>();
  for (let ms = 0; ms < 2800; ms += 50) {
    await vi.advanceTimersByTimeAsync(50);
    const source = Source.all.at(-1)!;
    if (!heard.has(source)) source.tell('none'); // and then nothing more
    heard.add(source);
  }
  expect(ask).toHaveBeenCalledTimes(4);
});

test('where nothing that is pushed comes through it is looked at now and then', async () => {
  const answers = [told('working', 1), told('working', 2), told('done')];
  const { polled } = listened(() => Promise.resolve(answers.shift()!));
  await vi.advanceTimersByTimeAsync(0);
  Source.all[0]!.onerror();
  await vi.advanceTimersByTimeAsync(1400);
  expect(polled.coming?.done).toBe(2);
  await vi.advanceTimersByTimeAsync(700);
  expect([polled.found?.status, Source.all.length]).toEqual(['done', 1]);
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
