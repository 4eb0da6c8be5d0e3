import { expect, it, vi } from 'vitest';
import { Previews } from './previews.svelte';
import type { Preview } from './types';

const answer = async (moves: string[]) =>
  Object.fromEntries(moves.map((move) => [move, { says: move }]));

it('asks for a move once, until there is another position', async () => {
  const previews = new Previews();
  const ask = vi.fn(answer);
  previews.turn(4);
  previews.want(['fly', 'hoot'], ask);
  previews.want(['hoot', 'sleep'], ask);
  expect(ask.mock.calls).toEqual([[['fly', 'hoot']], [['sleep']]]);
  await vi.waitFor(() => expect(Object.keys(previews.known)).toEqual(['fly', 'hoot', 'sleep']));
  previews.turn(5);
  expect(previews.known).toEqual({});
  previews.want(['fly'], ask);
  expect(ask).toHaveBeenCalledTimes(3);
});

it('asks again for what it was not told', async () => {
  const previews = new Previews();
  previews.turn(1);
  previews.want(['fly'], () => Promise.reject(new Error('offline')));
  await vi.waitFor(() => {
    previews.want(['fly'], answer);
    expect(previews.known['fly']).toBeDefined();
  });
});

it('forgets an answer that comes too late', async () => {
  const previews = new Previews();
  let tell = (_: Record<string, Preview>): void => {};
  previews.turn(1);
  previews.want(['fly'], () => new Promise((done) => (tell = done)));
  previews.turn(2);
  tell({ fly: {} });
  await Promise.resolve();
  expect(previews.known).toEqual({});
});
