import { beforeEach, expect, test, vi } from 'vitest';
import { deviceKey, playerKey, setSignedIn } from './key';
import { begin, keyIn, linkIn, lookWhoIAm, me, newLink, ownLabel } from './me.svelte';
import { allTokens, guestTokens, keepToken, tokenOf } from './seats';
import { sha256 } from './sha256';

const somebody = { name: 'Ana', created: 0, settings: {}, devices: [], passkeys: [] };
let asked: { path: string; body: Record<string, unknown>; token: string }[] = [];
let answer: (path: string) => { status: number; body: unknown };

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal('location', { origin: 'https://example.org' });
  asked = [];
  answer = () => ({ status: 200, body: somebody });
  vi.stubGlobal('fetch', (path: string, request: RequestInit) => {
    const headers = request.headers as Record<string, string>;
    const body = request.body ? (JSON.parse(request.body as string) as never) : {};
    asked.push({ path, body, token: headers['Authorization'] ?? '' });
    const { status, body: told } = answer(path);
    return Promise.resolve(new Response(JSON.stringify(told), { status }));
  });
});

test('a guest asks nothing, and has no key for seats', async () => {
  await lookWhoIAm();
  expect(asked).toEqual([]);
  expect(me()).toBeNull();
  expect(deviceKey()).toBeNull();
  expect(tokenOf('k3v9x2m7qa')).toBeNull();
});

test('whoever begins brings their seats along, and one key opens them all', async () => {
  keepToken('k3v9x2m7qa', 'a-token');
  await begin('Ana');
  expect(me()?.name).toBe('Ana');
  const paths = ['/api/me', '/api/me/seats', '/api/me/puzzles'];
  expect(asked.map(({ path }) => path)).toEqual(paths);
  expect(asked[1]!.body).toEqual({ tokens: ['a-token'] });
  expect(guestTokens()).toEqual([]);
  expect(tokenOf('k3v9x2m7qa')).toBe(playerKey());
  keepToken('another', playerKey()); // the key is not kept once for each table
  expect(allTokens()).toEqual([playerKey()]);
});

test('a device that was signed out is a guest with another key', async () => {
  setSignedIn(true);
  const key = playerKey();
  answer = () => ({
    status: 401,
    body: { error: { topic: 'server', key: 'not_signed_in', args: {}, text: '' } },
  });
  expect(await lookWhoIAm()).toBeNull();
  expect(deviceKey()).toBeNull();
  expect(playerKey()).not.toBe(key);
});

test('the server learns the hash of a link, and the link has the secret behind the #', async () => {
  answer = () => ({ status: 201, body: { until: 7 } });
  const { address, until } = await newLink();
  const secret = linkIn(new URL(address).hash);
  expect(until).toBe(7);
  expect(secret).toHaveLength(48);
  expect(asked[0]!.body).toEqual({ secret_hash: sha256(secret!) });
  expect(linkIn('#link=short')).toBeNull();
});

test('a key file is read, anything else is not', () => {
  expect(keyIn('{"key": "twenty-letters-at-least"}')).toBe('twenty-letters-at-least');
  for (const wrong of ['', '[]', 'null', '{"key": 7}', '{"key": "short"}'])
    expect(keyIn(wrong)).toBeNull();
});

test('devices have a name that their owner knows them by', () => {
  const on = (system: string, browser: string) => ownLabel(`Mozilla/5.0 (${system}) ${browser}`);
  expect(on('X11; Linux x86_64', 'Gecko/20100101 Firefox/140.0')).toBe('Firefox, Linux');
  const safari = 'AppleWebKit/605.1 Version/18.0 Mobile/15E148 Safari/604.1';
  expect(on('iPhone; CPU iPhone OS 18_0 like Mac OS X', safari)).toBe('Safari, iPhone');
  const edge = 'AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0';
  expect(on('Windows NT 10.0; Win64; x64', edge)).toBe('Edge, Windows');
});
