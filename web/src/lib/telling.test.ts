import { beforeAll, expect, it, vi } from 'vitest';
import { cardName, describe, muse, tell, tiles } from './telling';
import { speak } from './words.svelte';

const names = ['Ana', 'Ben'];

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await speak('en');
});

it('reads letters of Nomads as legends', () => {
  expect(tiles('aac*')).toBe('amber ×2, coral, wild');
  expect(cardName('legend a4')).toBe('amber 4');
  expect(cardName('a4')).toBe('amber 4');
  expect(cardName('song 5')).toBe('song 5');
});

it('names face-down Muses by their owner', () => {
  expect(muse('clio', names)).toBe('Clio');
  expect(muse('?2', names)).toContain('Ben');
});

it('says what a move would bring', () => {
  const nova = { tile: 'b4[rr]', goals: [{}, {}], refill: 0, next: 1, over: false };
  expect(describe('nova-luna', nova, names).join(' ')).toMatch(/2 goals.*Ben/);
  expect(describe('nova-luna', { ...nova, goals: [], over: true }, names)).toContain(
    'The game would end.',
  );
  const sown = { kind: 'move', takes: [{ seat: 0, by: 'red', tile: 'jade' }], then: null, next: 1 };
  expect(describe('nomads', sown, names)[0]).toBe('Ana would take jade.');
  expect(describe('nomads', {}, names)).toEqual([]);
});

it('tells a line of the log with names and words', () => {
  const line = {
    topic: 'nova-luna',
    entries: [{ key: 'log.took', args: { seat: 1, tile: 'b4[rr]', cost: 4, place: '0,1' } }],
  };
  expect(tell(line, names)).toBe('Ben takes a blue tile for 4 and places it at 0,1.');
  const hint = {
    topic: 'dance-of-muses',
    entries: [{ key: 'move.step_n', args: { muse: '?0' } }],
  };
  expect(tell(hint, names)).toBe('The Neutral steps north.');
});

it('writes a name at the beginning of a line as its owner does', () => {
  const line = { topic: 'nova-luna', entries: [{ key: 'log.refilled', args: { seat: 0, count: 3 } }] };
  expect(tell(line, ['iris', 'Ben'])).toMatch(/^iris /);
});
