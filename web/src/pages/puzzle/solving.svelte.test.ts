import { afterEach, expect, test, vi } from 'vitest';
import { inEnglish } from '../../lib/testing';
import { Solving } from './solving.svelte';

inEnglish();
afterEach(() => vi.unstubAllGlobals());

const position = { id: 'p', game: 'a-game', view: {}, moves: ['a'], seat: 0, number: 3, steps: 1 };

/** A server that is asked for a puzzle and its solution; how often for the latter. */
function serve(answers: (() => unknown)[]): () => number {
  let shown = 0;
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('fetch', async (at: string) => {
    if (!String(at).includes('solution')) return { ok: true, json: async () => position };
    const answer = answers[Math.min(shown, answers.length - 1)]!;
    shown += 1;
    return answer();
  });
  return () => shown;
}

const some = () => new Promise((done) => setTimeout(done, 50));

test('a solution that does not come is asked for once, and again by the reader', async () => {
  const offline = () => Promise.reject(new TypeError('offline'));
  const asked = serve([offline, () => ({ ok: true, json: async () => ({ line: [], why: [] }) })]);
  const solving = new Solving('p');
  solving.showOnce();
  await some();
  expect([asked(), solving.answer, solving.busy]).toEqual([1, null, false]);
  expect(solving.error).toBeTruthy();
  await solving.show();
  expect([asked(), solving.over, solving.error]).toEqual([2, true, null]);
});

test('nothing is shown to whoever has not asked', async () => {
  const asked = serve([() => ({ ok: true, json: async () => ({ line: [], why: [] }) })]);
  const solving = new Solving('p');
  await some();
  expect([asked(), solving.answer]).toEqual([0, null]);
  expect(solving.position).not.toBeNull();
});
