// Where things are: the wheel's spaces, the moon's phases, a display in its frame.
import type { Place } from './types';

export const SPACES = 12;
export const TRACK = 24;
/** A tile's side on the wheel, in hundredths of the wheel. */
export const TILE = 17.4;

const STEP = TILE * 1.06;
const RADIUS = Math.hypot(STEP, 2 * STEP);

/** A space's center, from the wheel's center, clockwise from the top; tiles stay upright. */
export function spaceAt(space: number): Place {
  const quarter = Math.floor(space / 3);
  const [x, y] = [
    [0, -RADIUS],
    [STEP, -2 * STEP],
    [2 * STEP, -STEP],
  ][space % 3] as [number, number];
  let turned = { x, y };
  for (let i = 0; i < quarter; i++) turned = { x: -turned.y, y: turned.x };
  return { x: turned.x || 0, y: turned.y || 0 };
}

/** The same as an angle in degrees, clockwise from the top, on a circle of this radius. */
export function spaceAngle(space: number): number {
  const { x, y } = spaceAt(space);
  return ((Math.atan2(x, -y) * 180) / Math.PI + 360) % 360;
}

export const WHEEL_RADIUS = RADIUS;

/** The next angle of something that goes round: forward by less than a turn, or a little back. */
export function onward(from: number, to: number): number {
  const step = (((to - from) % 360) + 360) % 360;
  return from + (step > 300 ? step - 360 : step);
}

/** The lit part of a moon of radius r: phase 0 is new, 0.5 full, 1 new again. */
export function litPath(phase: number, r: number): string {
  const waning = phase > 0.5;
  const angle = (waning ? 1 - phase : phase) * 2 * Math.PI;
  const edge = Math.cos(angle) * r;
  const rx = Math.abs(edge).toFixed(2);
  const side = waning ? 0 : 1;
  const back = edge > 0 ? 1 - side : side;
  return `M0 ${-r}A${r} ${r} 0 0 ${side} 0 ${r}A${rx} ${r} 0 0 ${back} 0 ${-r}Z`;
}

/** A cost of 1 to 7 as a phase on the way to the full moon. */
export function costPhase(cost: number): number {
  return Math.acos(1 - (2 * Math.min(cost, 7)) / 7) / (2 * Math.PI);
}

export interface Bounds {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** In columns and rows; rows count downward on the screen, so y is turned. */
export function boundsOf(places: readonly Place[]): Bounds {
  if (places.length === 0) return { left: 0, right: 1, top: 0, bottom: 1 };
  const xs = places.map(({ x }) => x);
  const ys = places.map(({ y }) => 0 - y);
  return {
    left: Math.min(...xs),
    right: Math.max(...xs) + 1,
    top: Math.min(...ys),
    bottom: Math.max(...ys) + 1,
  };
}

/** How a display lies in its frame: the side of a cell and where the cell 0,0 begins. */
export interface Fit {
  size: number;
  x: number;
  y: number;
}

export interface Frame {
  width: number;
  height: number;
}

const MARGIN = 4;
/** How far beyond its bounds a display can be pulled, away from what covers its corners. */
const SLACK = 52;

export function fit(bounds: Bounds, frame: Frame, least: number, most: number): Fit {
  const columns = bounds.right - bounds.left;
  const rows = bounds.bottom - bounds.top;
  const room = Math.min((frame.width - 2 * MARGIN) / columns, (frame.height - 2 * MARGIN) / rows);
  const size = Math.max(least, Math.min(most, room));
  return {
    size,
    x: frame.width / 2 - ((bounds.left + bounds.right) / 2) * size,
    y: frame.height / 2 - ((bounds.top + bounds.bottom) / 2) * size,
  };
}

export function zoomed(fit: Fit, factor: number, around: Place): Fit {
  return {
    size: fit.size * factor,
    x: around.x - (around.x - fit.x) * factor,
    y: around.y - (around.y - fit.y) * factor,
  };
}

/** Moves the fit so that its bounds cannot leave the frame. */
export function held(fit: Fit, bounds: Bounds, frame: Frame): Fit {
  const hold = (start: number, from: number, to: number, room: number): number => {
    const length = (to - from) * fit.size;
    if (length <= room) return (room - length) / 2 - from * fit.size;
    return Math.min(SLACK - from * fit.size, Math.max(room - to * fit.size - SLACK, start));
  };
  return {
    size: fit.size,
    x: hold(fit.x, bounds.left, bounds.right, frame.width),
    y: hold(fit.y, bounds.top, bounds.bottom, frame.height),
  };
}

/** The fit moved just so far that a place is wholly in the frame. */
export function showing(fit: Fit, place: Place, frame: Frame): Fit {
  const shift = (start: number, room: number): number => {
    if (start < 0) return -start;
    return Math.min(0, room - start - fit.size);
  };
  return {
    size: fit.size,
    x: fit.x + shift(fit.x + place.x * fit.size, frame.width),
    y: fit.y + shift(fit.y - place.y * fit.size, frame.height),
  };
}
