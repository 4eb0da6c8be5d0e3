import { beforeAll, expect, it, vi } from 'vitest';
import { renderLine, renderPreview } from '../../lib/sentences';
import { speak } from '../../lib/words.svelte';
import { muse } from './readable';
import { GAME } from './types';

const names = ['Ana', 'Ben'];

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await speak('en');
});

it('names face-down Muses by their owner', () => {
  expect(muse('clio', names)).toBe('Clio');
  expect(muse('?2', names)).toBe('the Mystery Muse of Ben');
});

it('tells a hint', () => {
  const hint = { topic: GAME, entries: [{ key: 'move.step_n', args: { muse: '?0' } }] };
  expect(renderLine(hint, names)).toBe('The Neutral steps north.');
});

it('tells what would become of dice', () => {
  const dice = ['clio 3 → 4', '?1 2 → 1'];
  expect(renderPreview(GAME, { entries: [{ key: 'board.would_change', args: { dice } }] }, names)).toEqual([
    'Dice: Clio 3 → 4, the Mystery Muse of Ana 2 → 1.',
  ]);
});
