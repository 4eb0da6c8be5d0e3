import { expect, it } from 'vitest';
import { renderLine } from '../../lib/sentences';
import { inEnglish } from '../../lib/testing';
import { prepare } from '..';
import { muse } from './readable';
import { GAME } from './types';

const names = ['Ana', 'Ben'];

inEnglish(() => prepare(GAME));

it('names face-down Muses by their owner', () => {
  expect(muse('clio', names)).toBe('Clio');
  expect(muse('?2', names)).toBe('the Mystery Muse of Ben');
});

it('tells a hint', () => {
  const hint = { topic: GAME, entries: [{ key: 'move.step_n', args: { muse: '?0' } }] };
  expect(renderLine(hint, names)).toBe('The Neutral Muse steps up.');
});

it('tells who is pushed along', () => {
  const args = { count: 2, muses: ['clio', '?1'] };
  const line = { topic: GAME, entries: [{ key: 'log.pushed', args }] };
  expect(renderLine(line, names)).toBe('Muses are pushed along: Clio, the Mystery Muse of Ana.');
});
