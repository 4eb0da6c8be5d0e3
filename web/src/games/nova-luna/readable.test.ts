import { beforeAll, expect, it, vi } from 'vitest';
import { renderLine, renderPreview } from '../../lib/sentences';
import { speak } from '../../lib/words.svelte';
import { GAME } from './types';

const names = ['Ana', 'Ben'];

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await speak('en');
});

it('tells a line of the log with names and words', () => {
  const args = { seat: 1, tile: 'b4[rr]', cost: 4, place: '0,1' };
  const line = { topic: GAME, entries: [{ key: 'log.took', args }] };
  expect(renderLine(line, names)).toBe('Ben takes a blue tile for 4 and places it at 0,1.');
});

it('tells which goals a move would meet', () => {
  const args = { need: 'ttb', tile: 'r2[ttb]', place: '0,1' };
  const entries = [{ key: 'board.would_meet', args }];
  expect(renderPreview(GAME, { entries }, names)).toEqual([
    'This would meet 2 turquoise + 1 blue of a red tile at 0,1.',
  ]);
});
