// Steering by arrow keys among spots that lie anywhere: columns count rightward, rows upward.

export interface Spot {
  x: number;
  y: number;
}

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

const WAYS: Record<Arrow, Spot> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
};

/** Spots nearer to each other than this lie in one row, or in one column. */
const LEVEL = 0.2;

export function isArrow(key: string): key is Arrow {
  return Object.hasOwn(WAYS, key);
}

/** Left and right go along the row and, at its end, to what is near; up and down go to the next
 *  row, wherever something lies in it. So by rows and along them every spot can be reached. */
export function towards<S extends Spot>(from: Spot, spots: readonly S[], arrow: Arrow): S | null {
  const { x: dx, y: dy } = WAYS[arrow];
  let best: S | null = null;
  let least = [Infinity, Infinity, Infinity];
  for (const spot of spots) {
    const [x, y] = [spot.x - from.x, spot.y - from.y];
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy + y * dx);
    if (ahead < LEVEL) continue;
    const rank = dy
      ? [Math.ceil(ahead - LEVEL / 2), aside, ahead]
      : [aside < LEVEL ? 0 : 1, ahead + 2 * aside, aside];
    if (isLess(rank, least)) [best, least] = [spot, rank];
  }
  return best;
}

function isLess(one: readonly number[], other: readonly number[]): boolean {
  const i = one.findIndex((value, index) => value !== other[index]);
  return i >= 0 && one[i]! < other[i]!;
}
