import { describe, expect, it } from 'vitest';
import { dances, NOTHING } from './moves';
import { isWhole, scene, type Thought } from './floor';
import type { DancePreview, MusesView, Piece } from './types';

function piece(name: string, x: number, y: number, die = 1): Piece {
  const down = name.startsWith('?');
  return { name, muse: down ? null : name, face_down: down, x, y, die, owner: 0, company: 0 };
}

const view = {
  phase: 'dancing',
  over: false,
  muses: [
    { name: 'clio', power: 'lower', area: 'all', suns: 1 },
    { name: 'erato', power: 'raise', area: 'orthogonal', suns: 1 },
  ],
  table: [piece('clio', 0, 0, 2), piece('erato', 0, 1, 3), piece('?1', 1, 1)],
  scoring: null,
} as unknown as MusesView;

const all = dances(['clio:n', 'clio:n*erato', 'clio*erato:n', 'clio:e', 'clio*erato:e', '?1:e']);

function told(
  move: string,
  moved: DancePreview['moved'],
  dice: DancePreview['dice'],
  over = false,
) {
  return { [move]: { moved, dice, over } as DancePreview };
}

const previews = {
  ...told(
    'clio:n',
    [
      { name: 'clio', x: 0, y: 1 },
      { name: 'erato', x: 0, y: 2 },
    ],
    [
      { name: 'clio', from: 2, to: 3 },
      { name: 'erato', from: 3, to: 4 },
    ],
  ),
  ...told(
    'clio:n*erato',
    [
      { name: 'clio', x: 0, y: 1 },
      { name: 'erato', x: 0, y: 2 },
    ],
    [{ name: 'clio', from: 2, to: 3 }],
  ),
  ...told('clio:e', [{ name: 'clio', x: 1, y: 0 }], [{ name: 'clio', from: 2, to: 3 }], true),
};

const idle: Thought = { gesture: NOTHING, pending: null, hint: null, over: null };
const clio = { ...NOTHING, muse: 'clio' };
const show = (thought: Partial<Thought>, last: Parameters<typeof scene>[4] = []) => {
  const shown = scene(view, all, { ...idle, ...thought }, previews, last);
  const named = Object.fromEntries(shown.pieces.map((one) => [one.name, one]));
  return { ...shown, named };
};

describe('scene', () => {
  it('is at rest when nothing is chosen', () => {
    const { pieces, arrows, wash, outcome } = show({});
    expect(pieces.map((one) => [one.name, one.x, one.y, one.die])).toEqual([
      ['clio', 0, 0, 2],
      ['erato', 0, 1, 3],
      ['?1', 1, 1, 1],
    ]);
    expect([arrows, wash, outcome]).toEqual([[], [], null]);
  });

  it('shows the steps, the line that is pushed and the targets of a chosen Muse', () => {
    const { named, arrows, wash } = show({ gesture: clio });
    expect(arrows.map((arrow) => [arrow.way, arrow.move, arrow.ends])).toEqual([
      ['n', null, false], // a target would be in reach after it
      ['e', 'clio:e', true],
    ]);
    expect(named.erato).toMatchObject({ lit: true, target: true, change: '+1', die: 3 });
    expect(named['?1']).toMatchObject({ target: false, dim: true });
    expect(wash).toHaveLength(8);
  });

  it('leans where the pointer is, and shows the dice as they would be', () => {
    const { named } = show({ gesture: clio, over: { way: 'n' } });
    expect(named.clio).toMatchObject({ y: 0, lean: 'n', die: 3, hot: true });
    expect(named.erato).toMatchObject({ y: 1, lean: 'n', die: 4 });
  });

  it('makes the step before the power after it', () => {
    const { named, origins } = show({ gesture: { ...clio, way: 'n' } });
    expect(named.clio).toMatchObject({ y: 1, die: 3 });
    expect(named.erato).toMatchObject({ y: 2, target: true, die: 4 });
    expect(origins).toHaveLength(2);
    const aimed = show({ gesture: { ...clio, way: 'n' }, over: { target: 'erato' } });
    expect(aimed.named.erato).toMatchObject({ die: 3, aimed: true });
  });

  it('shows a pending move whole', () => {
    const { named, aim, arrows } = show({ pending: 'clio:n*erato' });
    expect(named.clio).toMatchObject({ y: 1, chosen: true });
    expect(aim).toMatchObject({ power: 'lower' });
    expect(arrows).toEqual([]);
  });

  it('points at a hint', () => {
    const { named, arrows } = show({ hint: 'clio*erato:e' });
    expect(named.clio!.chosen).toBe(true);
    expect(named.erato!.aimed).toBe(true);
    expect(arrows).toMatchObject([{ way: 'e', move: 'clio*erato:e' }]);
  });

  it('marks the last move', () => {
    const { named, trail } = show({}, [{ number: 3, seat: 0, move: 'clio:e*erato' }]);
    expect([named.clio!.last, named.erato!.last, named['?1']!.last]).toEqual([true, true, false]);
    expect(trail?.from).toEqual({ x: -1, y: 0 });
  });
});

describe('isWhole', () => {
  it('asks for no target when none can be reached, or the power is used', () => {
    const [north, , , east] = all;
    expect(isWhole(all, clio, north!)).toBe(false);
    expect(isWhole(all, clio, east!)).toBe(true);
    expect(isWhole(all, { ...clio, before: 'erato' }, north!)).toBe(true);
  });
});
