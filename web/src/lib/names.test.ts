import { beforeAll, expect, it, vi } from 'vitest';
import { displayNames, playerNames } from './names';
import { speak } from './words.svelte';

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await speak('en');
});

it('calls bots by moons, and nobody by a name that is taken', () => {
  expect(playerNames(['Ana', 'bot:club', 'bot:novice'])).toEqual(['Ana', 'Io', 'Titan']);
  expect(playerNames(['Io', 'bot:club'])).toEqual(['Io', 'Seat 2']);
  expect(playerNames(['', 'Ben'])).toEqual(['Seat 1', 'Ben']);
});

it('numbers seats that are open', () => {
  expect(displayNames([{ seat: 0, kind: 'open', name: null }])).toEqual(['Seat 1']);
});
