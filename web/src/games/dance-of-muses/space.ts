// Where things lie: cells, areas, the part of the floor that is seen.
import type { Area, Place, Way } from './types';

/** A cell's side in the floor's own units. */
export const CELL = 100;

export const WAYS: Record<Way, Place> = {
  n: { x: 0, y: 1 },
  e: { x: 1, y: 0 },
  s: { x: 0, y: -1 },
  w: { x: -1, y: 0 },
};

/** An arrow that points north, turned. */
export const TURN: Record<Way, number> = { n: 0, e: 90, s: 180, w: 270 };

/** A place on the screen. What the browser measures has no fields of its own, so name them all. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** From where to where a Muse flies, as transforms of something 100 wide in `home`. */
export function flightOf(from: Box, to: Box, home: Box, bottom: number): [string, string] {
  const place = ({ left, width, height }: Box, top: number): string =>
    `translate(${left - home.left + width / 2 - 50}px, ${top - home.top + height / 2 - 50}px) ` +
    `scale(${Math.min(width, height) / 100})`;
  // from below the edge of a phone, not from far away
  return [place(from, Math.min(from.top, bottom)), place(to, to.top)];
}

/** The cells around a place that an area covers. */
export function around(place: Place, area: Area): Place[] {
  const cells: Place[] = [];
  for (const dy of [1, 0, -1])
    for (const dx of [-1, 0, 1])
      if (covers(area, dx, dy)) cells.push({ x: place.x + dx, y: place.y + dy });
  return cells;
}

export function covers(area: Area, dx: number, dy: number): boolean {
  const far = Math.abs(dx) + Math.abs(dy);
  return area === 'all' ? far > 0 : far === (area === 'orthogonal' ? 1 : 2);
}

export interface Camera {
  center: Place;
  scale: number;
  left: number;
  top: number;
}

const MIN_ACROSS = 4.6;
const MIN_DOWN = 4.2;
const LARGEST_CELL = 132;

export interface Room {
  width: number;
  height: number;
  inset: number;
}

/** A cell is never smaller than what a finger needs. */
const SMALLEST_CELL = 44;

/** The room these places need: their window, or more where they would be too small in it. */
export function roomFor(places: readonly Place[], window: Room, margin: number): Room {
  const { inset } = window;
  const { across, down } = extent(places, margin);
  return {
    width: Math.max(window.width, Math.ceil(across * SMALLEST_CELL) + 2 * inset),
    height: Math.max(window.height, Math.ceil(down * SMALLEST_CELL) + 2 * inset),
    inset,
  };
}

function extent(
  places: readonly Place[],
  margin: number,
): { center: Place; across: number; down: number } {
  const xs = places.map((place) => place.x);
  const ys = places.map((place) => place.y);
  const [west, east] = [Math.min(...xs, Infinity), Math.max(...xs, -Infinity)];
  const [south, north] = [Math.min(...ys, Infinity), Math.max(...ys, -Infinity)];
  return {
    center: places.length ? { x: (west + east) / 2, y: (south + north) / 2 } : { x: 0, y: 0 },
    across: Math.max(east - west + 1 + 2 * margin, MIN_ACROSS),
    down: Math.max(north - south + 1 + 2 * margin, MIN_DOWN),
  };
}

/** How the floor is moved and scaled so that these places are centered and all are seen. */
export function camera(places: readonly Place[], room: Room, margin: number): Camera {
  const { center, across, down } = extent(places, margin);
  const scale = Math.max(
    0.1,
    Math.min(
      (room.width - 2 * room.inset) / across,
      (room.height - 2 * room.inset) / down,
      LARGEST_CELL,
    ) / CELL,
  );
  return {
    center,
    scale,
    left: room.width / 2 - center.x * CELL * scale,
    top: room.height / 2 + center.y * CELL * scale,
  };
}
