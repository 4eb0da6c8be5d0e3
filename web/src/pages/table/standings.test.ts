import { beforeAll, expect, it, vi } from 'vitest';
import type { State } from '../../lib/types';
import { speak } from '../../lib/words.svelte';
import { columns, explanation, winners } from './standings';

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await speak('en');
});

const row = (game: string, players: number, standing: Record<string, unknown>) =>
  columns(game, players).map(({ value }) => value({ seat: 0, place: 1, score: 0, ...standing }));

it('shows the numbers behind each score', () => {
  expect(row('nova-luna', 2, { tiles: 19, goals: 21, discs: 0 })).toEqual(['19', '21', '0']);
  expect(row('nova-luna', 1, { note1: 81, note2: 177, score: 258 })).toEqual(['81', '177', '258']);
  expect(row('dance-of-muses', 2, { dice: [6, 4], sum: 10, score: 1, silver: true })).toEqual([
    '6 4',
    '10',
    '1 ☼',
  ]);
  expect(row('nomads', 3, { cards: 16, moons: 9, tiles: 5, score: 20 })).toEqual([
    '16',
    '9',
    '−5',
    '20',
  ]);
});

it('has a real minus, and none before nothing', () => {
  const told = row('nomads', 2, { cards: 25, moons: 5, tiles: 0, score: 30 });
  expect(told).toEqual(['25', '5', '0', '30']);
  expect(row('nomads', 2, { cards: 1, moons: 0, tiles: 3, score: -2 })).toContain('−2');
});

it('leaves open what a resignation left open, and knows no game but its own', () => {
  expect(row('nova-luna', 2, {})).toEqual(['–', '–', '–']);
  expect(row('another-game', 2, { score: 3 })).toEqual(['3']);
  expect(explanation('another-game', 2)).toBe('');
});

it('finds all who are first', () => {
  const standings = [{ seat: 0, place: 1 }, { seat: 1, place: 2 }, { seat: 2, place: 1 }];
  const state = { ended: { standings } } as unknown as State;
  expect(winners(state).map(({ seat }) => seat)).toEqual([0, 2]);
});
