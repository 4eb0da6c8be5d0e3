import { expect, it } from 'vitest';
import { renderLine } from '../../lib/sentences';
import { inEnglish } from '../../lib/testing';
import { prepare } from '..';
import { tileOf } from './readable';
import { GAME } from './types';

const names = ['Ana', 'Ben'];

inEnglish(() => prepare(GAME));

it('tells a line of the log with names and words', () => {
  const args = { seat: 1, tile: 'b4[rr]', cost: 4, place: '0,1' };
  const line = { topic: GAME, entries: [{ key: 'log.took', args }] };
  expect(renderLine(line, names)).toBe('Ben takes a blue tile for 4.');
});

it('tells a hint, and leaves alone what is no tile', () => {
  const entries = [{ key: 'move.take', args: { tile: 'y2[b]', cost: 2, place: '1,0' } }];
  expect(renderLine({ topic: GAME, entries }, names)).toBe(
    'Take a yellow tile for 2 and place it where it is marked.',
  );
  expect(tileOf('something')).toBe('something');
});
