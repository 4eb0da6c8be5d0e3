// What several tests of the page begin with.
import { beforeAll, vi } from 'vitest';
import { loadWords, speak } from './words.svelte';

/** The page speaks English before the first test; then whatever `more` has to be there. */
export function inEnglish(more?: () => Promise<unknown>): void {
  beforeAll(async () => {
    vi.stubGlobal('document', { documentElement: {} });
    await speak('en');
    await more?.();
  });
}

/** A game that the page has not been built with: its words come from the server. */
export const OWLS = 'two-owls';

export function loadOwls(words: Record<string, string>): Promise<unknown> {
  const told = { name: 'Two Owls', ...words };
  vi.stubGlobal('fetch', async () => ({ ok: true, json: async () => told }));
  return loadWords(OWLS);
}
