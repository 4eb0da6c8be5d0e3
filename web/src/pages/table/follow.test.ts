import { expect, it, vi } from 'vitest';
import type { LogLine, State } from '../../lib/types';

vi.stubGlobal('matchMedia', () => ({ matches: false }));
const { movesSince } = await import('./follow');

const line = (number: number, seat: number, move = `m${number}`) =>
  ({ number, seat, move, topic: 'two-owls', entries: [] }) as unknown as LogLine;
const at = (number: number, seat: number, you: number | null = 0) =>
  ({
    number,
    you: { seat: you },
    last: { number: number - 1, seat, move: `m${number - 1}` },
  }) as State;
const LOG = [line(0, 0), line(1, 1), line(2, 2), line(3, 2)];
const moves = (state: State, onlyLast = false) =>
  movesSince(LOG, state, onlyLast).map(({ move }) => move);

it("marks everything since one's own last move", () => {
  expect(moves(at(4, 2))).toEqual(['m1', 'm2', 'm3']);
  expect(moves(at(2, 1))).toEqual(['m1']);
});

it("marks the last move alone for a spectator, after one's own, and looking back", () => {
  expect(moves(at(4, 2, null))).toEqual(['m3']);
  expect(moves(at(4, 2), true)).toEqual(['m3']);
  expect(moves(at(1, 0))).toEqual(['m0']);
  expect(movesSince(LOG, { last: null } as State, false)).toEqual([]);
});

it('takes what was played anew for what was taken back', () => {
  const again = [...LOG.slice(0, 2), line(1, 1, 'other'), line(2, 2)];
  expect(movesSince(again, at(3, 2), false).map(({ move }) => move)).toEqual(['other', 'm2']);
});
