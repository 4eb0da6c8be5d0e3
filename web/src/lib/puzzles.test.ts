import { beforeEach, expect, test, vi } from 'vitest';
import { playerKey, setSignedIn } from './key';
import { begin, deleteMe, signIn, signOut } from './me.svelte';
import { outcome, rate, skillIn, syncPuzzles, triedOf, type Skill } from './puzzles';
import { remember } from './stored';

const somebody = { name: 'Ana', created: 0, settings: {}, devices: [], passkeys: [] };
const puzzle = { id: 'one', game: 'g', rating: 1500, level: 'club', themes: [] };
const skill = (rating: number): Skill => ({ mu: rating, sigma: 200, rating, change: 7 });

/** A server with one player: how good they are is told by how many they have tried. */
let kept: Record<string, boolean> = {};
let asked: string[] = [];
let online = true;
const NOT_THERE = 'gone';

function answer(path: string, body: Record<string, unknown> | null): unknown {
  if (path.endsWith('/rating')) return { solver: skill(1600) };
  if (path !== '/api/me/puzzles') return somebody;
  const { [NOT_THERE]: _, ...found } = (body?.['tries'] ?? {}) as typeof kept;
  kept = { ...found, ...kept };
  return { tries: kept, skills: { g: skill(1500 + Object.keys(kept).length) } };
}

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  [kept, asked, online] = [{}, [], true];
  vi.stubGlobal('fetch', (path: string, { method, body }: RequestInit) => {
    if (!online) return Promise.reject(new Error('no network'));
    asked.push(`${method} ${path}`);
    const told = answer(path, body ? (JSON.parse(body as string) as never) : null);
    return Promise.resolve(new Response(JSON.stringify(told), { status: 200 }));
  });
});

function signedIn(): void {
  playerKey();
  setSignedIn(true);
}

test("a guest's rating is kept in the browser alone", async () => {
  expect((await rate(puzzle, true))?.rating).toBe(1600);
  await syncPuzzles();
  expect(asked).toEqual(['POST /api/puzzle/one/rating']);
  expect(outcome('one')).toBe(true);
  expect(skillIn('g')?.rating).toBe(1600);
});

test("a player's is kept by the server, and counts once on all devices", async () => {
  signedIn();
  kept = { other: false };
  expect((await rate(puzzle, true))?.rating).toBe(1502);
  expect(asked).toEqual(['POST /api/me/puzzles']);
  expect(triedOf(['one', 'other'])).toEqual({ tried: 2, solved: 1 });
  kept = { ...kept, two: true };
  await syncPuzzles();
  remember('puzzles', {}); // as if another device had tried it a moment ago
  expect(await rate({ ...puzzle, id: 'two' }, false)).toBeNull();
  expect(outcome('two')).toBe(true);
});

test('what a guest has tried comes along, and what the server does not know is let go', async () => {
  remember('puzzles', { one: true, two: false, [NOT_THERE]: true });
  kept = { two: true };
  await begin('Ana');
  expect(kept).toEqual({ one: true, two: true });
  expect(outcome('two')).toBe(true);
  expect(outcome(NOT_THERE)).toBeNull();
  expect(skillIn('g')?.rating).toBe(1502);
  asked = [];
  await syncPuzzles();
  expect(asked).toEqual(['GET /api/me/puzzles']); // nothing is sent twice
});

test('what was tried without a network is sent later', async () => {
  signedIn();
  remember('skills', { g: skill(1510) });
  online = false;
  await expect(rate(puzzle, true)).rejects.toThrow();
  await expect(syncPuzzles()).rejects.toThrow();
  expect([outcome('one'), skillIn('g')?.rating]).toEqual([true, 1510]);
  online = true;
  expect((await rate({ ...puzzle, id: 'two' }, true))?.rating).toBe(1501);
  expect(outcome('one')).toBe(true); // still known, although the server does not know it yet
  await syncPuzzles();
  expect(kept).toEqual({ one: true, two: true });
});

test('many tries are sent in parts', async () => {
  signedIn();
  const many = Array.from({ length: 1100 }, (_, at) => [`p${at}`, true]);
  remember('puzzles', Object.fromEntries(many));
  await syncPuzzles();
  expect(asked).toHaveLength(4);
  expect(Object.keys(kept)).toHaveLength(1100);
});

test('signing in does not fail with them', async () => {
  vi.stubGlobal('fetch', (path: string) => {
    if (path === '/api/me/puzzles') return Promise.reject(new Error('no network'));
    return Promise.resolve(new Response(JSON.stringify(somebody), { status: 200 }));
  });
  await expect(signIn({ secret: 'a-secret' })).resolves.toBeUndefined();
});

test.each([() => deleteMe(), () => signOut({ id: 'x', label: '', added: 0, seen: 0, here: true })])(
  'whoever leaves takes them along',
  async (leave) => {
    signedIn();
    await rate(puzzle, true);
    await leave();
    expect(outcome('one')).toBeNull();
    expect(skillIn('g')).toBeNull();
  },
);
