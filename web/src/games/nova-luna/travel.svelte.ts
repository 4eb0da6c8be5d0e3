// A tile on its way from the wheel to a display, over everything else.
import { tick, untrack } from 'svelte';
import { isStill, pace } from '../../lib/pace';
import type { BoardProps } from '../contract';
import { readMove } from './moves';
import { isSame } from './tiles';
import type { Face, NovaView, Place } from './types';

export interface Spot extends Place {
  size: number;
}

/** Where a seat's display shows a place on the screen, for every display that is shown. */
export type Spots = Map<number, (place: Place) => Spot>;

export interface Flight {
  face: Face;
  seat: number;
  place: Place;
}

export function spotOf(element: Element): Spot {
  const box = element.getBoundingClientRect();
  return { x: box.x, y: box.y, size: box.width };
}

const EASE = 'cubic-bezier(0.3, 0.1, 0.2, 1)';

export class Travel {
  flight = $state.raw<Flight | null>(null);
  /** The element that flies. */
  flyer = $state<HTMLElement>();
  readonly spots: Spots = new Map();
  #drawn: { number: number; pending: string | null } | null = null;

  constructor(props: () => BoardProps, root: () => HTMLElement | undefined) {
    $effect.pre(() => {
      const { view, last, pending } = props();
      untrack(() => this.#follow(view as NovaView, last, pending, root()));
    });
  }

  /** The place in this seat's display that a tile flies to. */
  placeIn(seat: number): Place | null {
    return this.flight?.seat === seat ? this.flight.place : null;
  }

  /** Called before the next picture is drawn, while the wheel still shows where a tile was. */
  #follow(
    view: NovaView,
    last: BoardProps['last'],
    pending: string | null,
    root: HTMLElement | undefined,
  ): void {
    const before = this.#drawn;
    this.#drawn = { number: view.number, pending };
    if (!before || !root) return;
    if (pending !== null && pending !== before.pending && before.number === view.number) {
      const move = readMove(pending);
      const space = move && view.available[move.choice - 1];
      const old = before.pending === null ? null : readMove(before.pending);
      if (!move || typeof space !== 'number' || view.to_move === null) return;
      if (old?.choice === move.choice) this.dropped ??= this.spots.get(view.to_move)?.(old) ?? null;
      this.#start(view.wheel[space] ?? null, view.to_move, move, root, space);
      return;
    }
    if (!last || view.number !== before.number + 1 || last.number !== before.number) return;
    if (before.pending === last.move) return; // it lies there already
    const move = readMove(last.move);
    const tile = view.displays[last.seat]?.tiles.find((one) => isSame(one, move));
    if (move && tile) {
      const face = { ...tile, goals: tile.goals.map(({ need }) => need) };
      this.#start(face, last.seat, move, root, view.marker);
    }
  }

  #start(face: Face | null, seat: number, place: Place, root: HTMLElement, space: number): void {
    const from = this.dropped ?? root.querySelector(`[data-space="${space}"]`);
    this.dropped = null;
    if (face && from)
      void this.#launch({ face, seat, place }, 'size' in from ? from : spotOf(from));
  }

  /** Where a dragged tile was let go: it flies on from there. */
  dropped: Spot | null = null;

  async #launch(flight: Flight, from: Spot): Promise<void> {
    this.flight = flight;
    await tick();
    const to = this.spots.get(flight.seat)?.(flight.place);
    if (this.flyer && to) await fly(this.flyer, from, to).finished.catch(() => undefined);
    if (this.flight === flight) this.flight = null;
  }
}

function fly(element: HTMLElement, from: Spot, to: Spot): Animation {
  const style = (spot: Spot): string =>
    `translate(${spot.x}px, ${spot.y}px) scale(${spot.size / 100})`;
  const calm = isStill();
  const frames = calm
    ? [
        { transform: style(to), opacity: 0 },
        { transform: style(to), opacity: 1 },
      ]
    : [{ transform: style(from) }, { transform: style(to) }];
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  const duration = calm ? 200 * pace() : Math.min(350, 180 + far / 4) * pace();
  return element.animate(frames, { duration, easing: EASE, fill: 'forwards' });
}
