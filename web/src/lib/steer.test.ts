import { describe, expect, test } from 'vitest';
import { isArrow, towards, type Arrow, type Spot } from './steer';

const ARROWS: Arrow[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
const EDGES = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;
const CORNERS = [...EDGES, [1, 1], [1, -1], [-1, 1], [-1, -1]] as const;
const key = ({ x, y }: Spot): string => `${x},${y}`;

/** Chance that is the same every time. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Sides = readonly (readonly [number, number])[];

function beside(taken: readonly Spot[], sides: Sides): Spot[] {
  const found = new Map<string, Spot>();
  for (const { x, y } of taken)
    for (const [dx, dy] of sides)
      found.set(key({ x: x + dx, y: y + dy }), { x: x + dx, y: y + dy });
  for (const spot of taken) found.delete(key(spot));
  return [...found.values()];
}

function grown(count: number, sides: Sides, next: (below: number) => number): Spot[] {
  const taken: Spot[] = [{ x: 0, y: 0 }];
  while (taken.length < count) {
    const free = beside(taken, sides);
    taken.push(free[next(free.length)]!);
  }
  return taken;
}

/** The spots that some spot cannot reach, or that cannot reach it: none, if all is well. */
function lost(spots: readonly Spot[]): string[] {
  const ways = spots.flatMap((from) =>
    ARROWS.map((arrow) => [key(from), towards(from, spots, arrow)] as const),
  );
  const forward = new Map<string, string[]>(spots.map((spot) => [key(spot), []]));
  const backward = new Map<string, string[]>(spots.map((spot) => [key(spot), []]));
  for (const [from, to] of ways) {
    if (!to) continue;
    forward.get(from)!.push(key(to));
    backward.get(key(to))!.push(from);
  }
  return [forward, backward].flatMap((edges) => {
    const seen = new Set([key(spots[0]!)]);
    for (const spot of seen) for (const to of edges.get(spot)!) seen.add(to);
    return [...edges.keys()].filter((spot) => !seen.has(spot));
  });
}

describe('from anywhere arrows lead everywhere', () => {
  const next = chance(11);

  test('around tiles that lie edge to edge', () => {
    for (let i = 0; i < 1500; i++) {
      const tiles = grown(1 + next(26), EDGES, next);
      expect(lost(beside(tiles, EDGES)), JSON.stringify(tiles)).toEqual([]);
      expect(lost(tiles), JSON.stringify(tiles)).toEqual([]);
    }
  });

  test('among pieces that touch at corners too, and the four steps of one of them', () => {
    for (let i = 0; i < 1500; i++) {
      const pieces = grown(1 + next(9), CORNERS, next);
      const one = pieces[next(pieces.length)]!;
      const steps = EDGES.filter(() => next(4)).map(([dx, dy]) => ({
        x: one.x + 0.62 * dx,
        y: one.y + 0.62 * dy,
      }));
      expect(lost([...pieces, ...steps]), JSON.stringify(pieces)).toEqual([]);
      expect(lost([...pieces, ...beside(pieces, CORNERS)])).toEqual([]);
    }
  });

  test('into a place that is all but closed in', () => {
    // no arrow led to 1,1 while all four went to what is nearest
    const tiles = [
      [-1, 1],
      [0, -1],
      [0, 0],
      [0, 1],
      [0, 2],
      [1, -2],
      [1, -1],
      [1, 0],
      [1, 2],
      [1, 3],
    ].map(([x, y]) => ({ x: x!, y: y! }));
    expect(lost(beside(tiles, EDGES))).toEqual([]);
  });
});

describe('an arrow', () => {
  const here = { x: 0, y: 0 };

  test('goes along the row first, however far', () => {
    const spots = [
      { x: 1, y: 1 },
      { x: 3, y: 0 },
      { x: -1, y: 0 },
    ];
    expect(towards(here, spots, 'ArrowRight')).toEqual({ x: 3, y: 0 });
    expect(towards(here, spots, 'ArrowLeft')).toEqual({ x: -1, y: 0 });
  });

  test('goes on to what is near at the end of a row', () => {
    const spots = [
      { x: 2, y: 3 },
      { x: 1, y: 1 },
    ];
    expect(towards(here, spots, 'ArrowRight')).toEqual({ x: 1, y: 1 });
  });

  test('goes up to the next row, and there to what is nearest', () => {
    const spots = [
      { x: 0, y: 3 },
      { x: 2, y: 1 },
      { x: -3, y: 1 },
      { x: 0, y: 0 },
    ];
    expect(towards(here, spots, 'ArrowUp')).toEqual({ x: 2, y: 1 });
    expect(towards(here, spots, 'ArrowDown')).toBeNull();
  });

  test('meets what lies between two rows on the way', () => {
    const spots = [
      { x: 0, y: 1 },
      { x: 0, y: 0.62 },
      { x: 3, y: 0 },
      { x: 3, y: 1 },
    ];
    expect(towards(here, spots, 'ArrowUp')).toEqual({ x: 0, y: 0.62 });
    expect(towards({ x: 3, y: 0 }, spots, 'ArrowUp')).toEqual({ x: 3, y: 1 });
  });

  test('is one of four keys', () => {
    expect(['ArrowUp', 'Enter', 'toString'].map(isArrow)).toEqual([true, false, false]);
  });
});
