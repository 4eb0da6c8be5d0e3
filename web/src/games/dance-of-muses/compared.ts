// The best move and the one that was made, as they are drawn beside each other on the floor.
import type { MoveKind } from '../../pieces/MoveTag.svelte';
import { read } from './moves';
import { WAYS } from './space';
import type { Face, MusesView, Place, Power, Way } from './types';

export interface Compared {
  kind: MoveKind;
  /** Who steps, or where she is placed. */
  at: Place;
  step: { way: Way; tip: Place } | null;
  put: { face: Face | null; faceDown: boolean; owner: number | null; company: number } | null;
  /** Whom her power goes to. */
  target: { at: Place; power: Power } | null;
  /** Both are placed on one cell: half a cell each. */
  shares: boolean;
}

const plus = (one: Place, other: Place, times = 1): Place => ({
  x: one.x + other.x * times,
  y: one.y + other.y * times,
});
const isSame = (one: Place, other: Place) => one.x === other.x && one.y === other.y;

export function compare(view: MusesView, hint: string | null, made: string | null): Compared[] {
  if (hint === null || made === null) return [];
  const best = draw(view, 'best', hint);
  const played = draw(view, 'made', made);
  if (!best || !played) return [best ?? played].filter((one) => one !== null);
  if (isSame(best.at, played.at)) {
    if (best.put) best.shares = played.shares = true;
    if (best.step && best.step.way === played.step?.way) {
      const side = WAYS[best.step.way].x ? { x: 0, y: 1 } : { x: 1, y: 0 };
      best.step.tip = plus(best.step.tip, side, 0.2);
      played.step.tip = plus(played.step.tip, side, -0.2);
    }
  }
  return [played, best];
}

function draw(view: MusesView, kind: MoveKind, text: string): Compared | null {
  const move = read(text);
  if (!move) return null;
  const face = view.muses.find(({ name }) => name === move.muse);
  const common = { kind, target: null, shares: false };
  if (move.kind === 'placing') {
    const at = { x: move.x, y: move.y };
    const owner = view.to_move;
    const company = view.companies.findIndex((all) => all.includes(owner ?? -1));
    const put = { face: face ?? null, faceDown: move.down, owner, company };
    return { ...common, at, step: null, put };
  }
  const piece = (of: string | null) => view.table.find(({ name }) => name === of);
  const at = piece(move.muse);
  if (!at) return null;
  const target = piece(move.target);
  return {
    ...common,
    at,
    step: { way: move.way, tip: plus(at, WAYS[move.way], 0.62) },
    put: null,
    target: target && face ? { at: target, power: face.power } : null,
  };
}

/** A part of the floor, by its middle, in cells. */
interface Block extends Place {
  width: number;
  height: number;
}

/** The part of the floor that is seen. */
export interface Room {
  left: number;
  right: number;
  low: number;
  high: number;
}

export function roomOf(places: readonly Place[], margin: number): Room {
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const far = 0.5 + margin;
  return {
    left: Math.min(...xs) - far,
    right: Math.max(...xs) + far,
    low: Math.min(...ys) - far,
    high: Math.max(...ys) + far,
  };
}

/** Around a Muse, the nearest first. */
const AROUND: readonly Place[] = [0.62, 0.8, 1.05].flatMap((y) =>
  [0, 0.6, -0.6, 1.1, -1.1].flatMap((x) => [
    { x, y },
    { x, y: -y },
  ]),
);

/** Where the moves' names stand, each of such a size: where they hide least, one after the other. */
export function nameSpots(
  compared: readonly Compared[],
  pieces: readonly Place[],
  room: Room,
  sizes: readonly { width: number; height: number }[],
): Place[] {
  const taken = pieces.map((at) => ({ ...at, width: 0.86, height: 0.86, weight: 1 }));
  for (const { at, step, target, put } of compared) {
    if (step) taken.push({ ...step.tip, width: 0.4, height: 0.4, weight: 12 });
    if (put) taken.push({ ...at, width: 0.9, height: 0.9, weight: 1 });
    if (target) taken.push({ ...target.at, width: 0.86, height: 0.86, weight: 1 });
  }
  return compared.map(({ at }, index) => {
    const size = sizes[index]!;
    const cost = (place: Place): number =>
      taken.reduce(
        (sum, block) => sum + block.weight * overlap({ ...place, ...size }, block),
        0.12 * Math.hypot(place.x - at.x, place.y - at.y) +
          12 * beyond({ ...place, ...size }, room),
      );
    const spots = AROUND.map((by) => plus(at, by));
    const spot = spots.reduce((least, next) => (cost(next) < cost(least) ? next : least));
    taken.push({ ...spot, ...size, weight: 20 });
    return spot;
  });
}

/** How far a block reaches over the edges. */
function beyond({ x, y, width, height }: Block, { left, right, low, high }: Room): number {
  const across = Math.max(0, left - (x - width / 2)) + Math.max(0, x + width / 2 - right);
  return across + Math.max(0, low - (y - height / 2)) + Math.max(0, y + height / 2 - high);
}

function overlap(one: Block, other: Block): number {
  const across = (one.width + other.width) / 2 - Math.abs(one.x - other.x);
  const down = (one.height + other.height) / 2 - Math.abs(one.y - other.y);
  return Math.max(0, across) * Math.max(0, down);
}
