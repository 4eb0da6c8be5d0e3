// A tile on its way from the wheel to a display, over everything else.
import type { Face, Place } from './model';

export interface Spot extends Place {
  size: number;
}

/** Where a seat's display shows a place on the screen, for every display that is shown. */
export type Spots = Map<number, (place: Place) => Spot>;

export interface Flight {
  face: Face;
  seat: number;
  place: Place;
  from: Spot;
  to: Spot;
}

export function spotOf(element: Element): Spot {
  const box = element.getBoundingClientRect();
  return { x: box.x, y: box.y, size: box.width };
}

const EASE = 'cubic-bezier(0.3, 0.1, 0.2, 1)';

export function fly(element: HTMLElement, { from, to }: Flight): Animation {
  const style = (spot: Spot): string =>
    `translate(${spot.x}px, ${spot.y}px) scale(${spot.size / 100})`;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const frames = calm
    ? [
        { transform: style(to), opacity: 0 },
        { transform: style(to), opacity: 1 },
      ]
    : [{ transform: style(from) }, { transform: style(to) }];
  return element.animate(frames, { duration: calm ? 200 : 340, easing: EASE, fill: 'forwards' });
}
