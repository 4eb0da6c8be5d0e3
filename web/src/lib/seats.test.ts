import { beforeEach, expect, it, vi } from 'vitest';
import { dropToken, keepToken, tokenOf } from './seats';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

it('forgets a seat', () => {
  keepToken('abc', 'secret');
  dropToken('abc');
  expect(tokenOf('abc')).toBeNull();
});

it('keeps the seat that another window has got meanwhile', () => {
  keepToken('abc', 'new');
  dropToken('abc', 'old');
  expect(tokenOf('abc')).toBe('new');
  dropToken('abc', 'new');
  expect(tokenOf('abc')).toBeNull();
});
