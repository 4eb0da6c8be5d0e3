import { describe, expect, it } from 'vitest';
import {
  cardOf,
  firstSong,
  movesAt,
  payments,
  reached,
  read,
  songWith,
  sowings,
  sowingSteps,
} from './moves';

describe('a move taken apart', () => {
  it.each([
    ['frog@3', { kind: 'place', disc: 'frog', space: 3 }],
    ['lys@5', { kind: 'lys', space: 5 }],
    ['lys-', { kind: 'step', clockwise: false }],
    ['3>', { kind: 'sow', space: 3, clockwise: true, way: null }],
    ['3<d2', { kind: 'sow', space: 3, clockwise: false, way: { kind: 'd', at: 2 } }],
    ['8>s12', { kind: 'sow', space: 8, clockwise: true, way: { kind: 's', at: 12 } }],
    ['top@5.2', { kind: 'top', space: 5, height: 2 }],
    ['stay', { kind: 'stay' }],
    ['pass', { kind: 'pass' }],
    ['legend a4**', { kind: 'legend', legend: 'amber', value: 4, wilds: 2 }],
    [
      'song 5 acij*',
      { kind: 'song', value: 5, legends: ['amber', 'coral', 'indigo', 'jade'], wilds: 1 },
    ],
    ['song 2 **', { kind: 'song', value: 2, legends: [], wilds: 2 }],
  ])('%s', (move, parts) => {
    expect(read(move)).toEqual(parts);
  });

  it('is null for what is no move', () => {
    expect(read('9~')).toBeNull();
    expect(read('')).toBeNull();
  });
});

describe('moves by piece', () => {
  const moves = [
    '3>',
    '3<',
    '3>d2',
    '3>d1',
    '5>',
    'lys+',
    'legend a4*',
    'legend a4',
    'song 4 acij',
  ];

  it('gathers those of a space', () => {
    expect(movesAt(moves, 3)).toEqual(['3>', '3<', '3>d2', '3>d1']);
    expect(movesAt(moves, 1)).toEqual([]);
  });

  it('has the plain sowing first', () => {
    expect(sowings(moves, 3, true)).toEqual(['3>', '3>d1', '3>d2']);
    expect(sowings(moves, 3, false)).toEqual(['3<']);
  });

  it('goes round', () => {
    expect(reached(7, true, 2)).toBe(1);
    expect(reached(2, false, 3)).toBe(7);
    expect(reached(1, false, 9)).toBe(8);
    expect(reached(4, true, 8)).toBe(4);
  });

  it('gathers ways to pay by card, without wilds first', () => {
    expect(cardOf('3>')).toBeNull();
    expect([...payments(moves)]).toEqual([
      ['amber4', ['legend a4', 'legend a4*']],
      ['song4', ['song 4 acij']],
    ]);
  });
});

describe('the tiles of a song', () => {
  const ways = ['song 3 aci', 'song 3 acj', 'song 3 aij', 'song 3 cij', 'song 3 ac*', 'song 3 a**'];

  it('finds the move that gives just these', () => {
    expect(songWith(ways, new Set(['coral', 'amber'] as const), 1)).toBe('song 3 ac*');
    expect(songWith(ways, new Set(['amber'] as const), 2)).toBe('song 3 a**');
    expect(songWith(ways, new Set(['amber'] as const), 1)).toBeUndefined();
  });

  it('begins with what is held most, and no wild', () => {
    expect(firstSong(ways, { amber: 1, coral: 2, indigo: 1, jade: 4 })).toMatch(
      /^song 3 (acj|cij)$/,
    );
    expect(firstSong(['song 3 ac*', 'song 3 a**'], { amber: 9, coral: 1 })).toBe('song 3 ac*');
  });
});

it.each([
  ['3>', 5, 8], // space 3, five on
  ['3>', 11, 6], // right round, and three more
  ['3<d2', 4, 8], // two of them on one space
  ['8>s2', 3, 4], // one space passed over
])('%s with %i discs ends on space %i', (move, discs, space) => {
  const parts = read(move);
  if (parts?.kind !== 'sow') throw new Error(move);
  expect(reached(parts.space, parts.clockwise, sowingSteps(parts, discs))).toBe(space);
});
