import { expect, it } from 'vitest';
import { draft } from './drafts';
import { flights } from './flights';
import type { DiscName, NomadsPreview, NomadsView, TileName } from './types';

const STACKS: DiscName[][] = [['nomad', 'red'], ['moon'], [], [], [], [], [], ['nomad']];

function view(
  number: number,
  stacks: DiscName[][],
  piles: [number, TileName | null][],
  hands: Record<string, number>[],
): NomadsView {
  return {
    number,
    spaces: stacks.map((stack, index) => ({
      space: index + 1,
      stack,
      pile: piles[index]?.[0] ?? 0,
      tile: piles[index]?.[1] ?? null,
      lys: false,
    })),
    seats: hands.map((tiles, seat) => ({ seat, tiles, adventurer: seat ? 'moon' : 'red' })),
  } as unknown as NomadsView;
}

it('drafts a sowing: what leaves and what lands', () => {
  const after: DiscName[][] = [[], ['moon', 'nomad'], ['red'], [], [], [], [], ['nomad']];
  const drawn = draft(view(4, STACKS, [], []), '1>', { stacks: after } as unknown as NomadsPreview);
  expect(drawn.ghosts).toEqual([
    { name: 'nomad', space: 2, height: 1 },
    { name: 'red', space: 3, height: 0 },
  ]);
  expect([...drawn.leaving]).toEqual(['1.0', '1.1']);
  expect(drawn.heights).toEqual([2, 2, 1, 0, 0, 0, 0, 1]);
});

it('drafts nothing while nothing is known', () => {
  expect(draft(view(4, STACKS, [], []), '1>').ghosts).toEqual([]);
});

it('sends tiles to whoever has them now, moons to the chart, the rest to the fire', () => {
  const before = view(
    4,
    STACKS,
    [
      [3, 'amber'],
      [2, 'amber'],
      [1, 'moon'],
      [5, 'jade'],
      [5, 'rose'],
    ],
    [
      { amber: 0, jade: 0 },
      { amber: 1, jade: 0 },
    ],
  );
  const after = view(
    5,
    STACKS,
    [
      [2, 'rose'],
      [1, 'coral'],
      [0, null],
      [4, 'pearl'],
      [5, 'rose'],
    ],
    [
      { amber: 1, jade: 0 },
      { amber: 2, jade: 0 },
    ],
  );
  expect(flights(before, after)).toEqual([
    { space: 1, tile: 'amber', to: 0 },
    { space: 2, tile: 'amber', to: 1 },
    { space: 3, tile: 'moon', to: 'chart' },
    { space: 4, tile: 'jade', to: 'fire' },
  ]);
  expect(flights(after, before)).toEqual([]);
});
