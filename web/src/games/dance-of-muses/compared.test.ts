import { expect, test } from 'vitest';
import { compare, nameSpots, roomOf } from './compared';
import type { MusesView, Piece } from './types';

function piece(name: string, x: number, y: number): Piece {
  return { name, muse: name, face_down: false, x, y, die: 1, owner: 0, company: 0 };
}

const view = {
  phase: 'dancing',
  to_move: 1,
  companies: [[0], [1]],
  muses: [
    { name: 'clio', power: 'lower', area: 'all', suns: 1 },
    { name: 'erato', power: 'raise', area: 'orthogonal', suns: 1 },
  ],
  table: [piece('clio', 0, 0), piece('erato', 0, 1)],
} as unknown as MusesView;

test('two steps are drawn, the best one above, with whom their power goes to', () => {
  const [made, best] = compare(view, 'clio:n*erato', 'erato:w');
  expect([made?.kind, made?.at.y, made?.step?.way, made?.target]).toEqual(['made', 1, 'w', null]);
  expect([best?.kind, best?.step?.way]).toEqual(['best', 'n']);
  expect(best?.target).toMatchObject({ power: 'lower', at: { name: 'erato' } });
});

test('two moves that go the same way have their arrows side by side', () => {
  const [made, best] = compare(view, 'clio:n*erato', 'clio:n');
  expect([made!.step!.tip.x, best!.step!.tip.x]).toEqual([-0.2, 0.2]);
});

test('two Muses on one cell share it', () => {
  const [made, best] = compare(view, '?clio@2,3', 'erato@2,3');
  expect([made?.shares, made?.put?.faceDown, best?.shares, best?.put?.faceDown]).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

test('nothing is compared without a move that was made, nor with one that is not understood', () => {
  expect(compare(view, 'clio:n', null)).toEqual([]);
  expect(compare(view, 'clio:n', 'hop')).toHaveLength(1);
});

test('names hide neither arrows nor each other', () => {
  const compared = compare(view, 'clio:n', 'clio:e');
  const size = { width: 1.2, height: 0.4 };
  const spots = nameSpots(compared, view.table, roomOf(view.table, 0.45), [size, size]);
  const apart = (one: { x: number; y: number }, other: { x: number; y: number }, w: number) =>
    Math.abs(one.x - other.x) >= w || Math.abs(one.y - other.y) >= 0.4;
  expect(apart(spots[0]!, spots[1]!, 1.2)).toBe(true);
  for (const spot of spots)
    for (const { step } of compared) expect(apart(spot, step!.tip, 0.8)).toBe(true);
});

test('no name goes over the edge of what is seen', () => {
  const table = [piece('clio', 0, 0)];
  const room = roomOf(table, 0.3);
  const compared = compare({ ...view, table }, '?erato@0,0', 'erato@0,0');
  const size = { width: 1.2, height: 0.3 };
  for (const { x, y } of nameSpots(compared, table, room, [size, size])) {
    expect(Math.abs(x)).toBeLessThanOrEqual(0.2);
    expect(Math.abs(y)).toBeLessThanOrEqual(0.65);
  }
});
