// Where things are around the fire, in units of which the ring is WIDTH wide. The clearing is
// seen from slightly above: towers rise straight up, piles lie outside of them.
export const WIDTH = 390;
export const HEIGHT = 372;
export const CENTER = { x: 195, y: 196 };

export const DISC = { rx: 23, ry: 10, thick: 8 };
const TALLEST = 72;

export interface Spot {
  x: number;
  y: number;
  pileX: number;
  pileY: number;
}

const RIGHT: readonly [number, number, number, number][] = [
  [47, -96, 100, -126],
  [113, -33, 166, -48],
  [113, 56, 166, 62],
  [47, 120, 100, 143],
];

/** Spaces 1 to 8 clockwise, 1 at the top right. */
export const SPOTS: readonly Spot[] = [
  ...RIGHT.map(([x, y, pileX, pileY]) => spot(x, y, pileX, pileY)),
  ...[...RIGHT].reverse().map(([x, y, pileX, pileY]) => spot(-x, y, -pileX, pileY)),
];

function spot(x: number, y: number, pileX: number, pileY: number): Spot {
  return {
    x: CENTER.x + x,
    y: CENTER.y + y,
    pileX: CENTER.x + pileX,
    pileY: CENTER.y + pileY,
  };
}

export function at(space: number): Spot {
  return SPOTS[space - 1]!;
}

/** How much of each disc's edge shows in a tower of so many. */
export function step(discs: number): number {
  return discs > 1 ? Math.min(DISC.thick, TALLEST / (discs - 1)) : DISC.thick;
}

/** The middle of a disc's top face; height counts from 0 at the bottom. */
export function discAt(space: number, height: number, discs: number): { x: number; y: number } {
  const { x, y } = at(space);
  return { x, y: y - DISC.thick - height * step(discs) };
}

/** Front covers back, and high covers low. */
export function depth(space: number, height: number): number {
  return Math.round((at(space).y + 200) / 10) * 30 + height;
}

export function lysAt(space: number): { x: number; y: number } {
  const { pileX, pileY } = at(space);
  return { x: pileX + (pileX > CENTER.x ? 14 : -14), y: pileY - 20 };
}

/** Where the arrow towards the next space stands, clockwise or not: on the fire's side. */
export function arrowAt(space: number, clockwise: boolean): { x: number; y: number; turn: number } {
  const from = at(space);
  const to = at(((space - 1 + (clockwise ? 1 : 7)) % 8) + 1);
  const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const inward = (start: number, end: number, center: number): number =>
    center + (start + (end - start) * 0.62 - center) * 0.7;
  return { x: inward(from.x, to.x, CENTER.x), y: inward(from.y, to.y, CENTER.y), turn };
}
