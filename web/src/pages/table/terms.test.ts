import { expect, it } from 'vitest';
import type { Summary } from '../../lib/types';
import { differing, termsOf } from './terms';

const table = (more: Partial<Summary>) =>
  ({ players: 3, options: {}, clock: null, listed: false, ...more }) as Summary;

it('finds what the host has changed', () => {
  const before = termsOf(table({ options: { short: true } }));
  expect(differing(before, before)).toEqual([]);
  const clock = { kind: 'move', seconds: 60 } as const;
  expect(differing(before, termsOf(table({ options: { short: true }, clock })))).toEqual(['clock']);
  expect(differing(before, termsOf(table({ players: 4 })))).toEqual(['players', 'short']);
});
