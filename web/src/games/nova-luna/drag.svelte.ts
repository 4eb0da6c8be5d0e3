// A tile of the wheel or the tray carried by the mouse or a finger.
import type { Place } from './types';
import { spotOf, type Spot } from './travel.svelte';

const FAR = 8;

interface Carried {
  choice: number;
  size: number;
  from: Place;
  at: Place;
  isOn: boolean;
}

export interface DragHandlers {
  /** It is clear now that this is a drag and no click. */
  begin: (choice: number) => void;
  over: (x: number, y: number) => void;
  /** Let go at a spot, or given up. */
  end: (spot: Spot | null) => void;
}

export class Drag {
  #carried = $state.raw<Carried | null>(null);
  readonly #handlers: DragHandlers;

  constructor(handlers: DragHandlers) {
    this.#handlers = handlers;
  }

  /** The tile in the air and where it is. */
  get tile(): (Spot & { choice: number }) | null {
    const carried = this.#carried;
    return carried?.isOn ? { choice: carried.choice, ...spot(carried) } : null;
  }

  down = (choice: number, event: PointerEvent): void => {
    if (event.button !== 0 || !event.isPrimary) return;
    const { size } = spotOf(event.currentTarget as Element);
    const at = { x: event.clientX, y: event.clientY };
    this.#carried = { choice, size, from: at, at, isOn: false };
  };

  move = (event: PointerEvent): void => {
    const carried = this.#carried;
    if (!carried || !event.isPrimary) return;
    const at = { x: event.clientX, y: event.clientY };
    const isFar = Math.hypot(at.x - carried.from.x, at.y - carried.from.y) > FAR;
    if (!carried.isOn && !isFar) return;
    if (!carried.isOn) this.#handlers.begin(carried.choice);
    this.#carried = { ...carried, at, isOn: true };
    this.#handlers.over(at.x, at.y);
  };

  up = (event: PointerEvent): void => {
    const carried = this.#carried;
    if (!carried || !event.isPrimary) return;
    this.#carried = null;
    if (!carried.isOn) return;
    swallowClick();
    this.#handlers.end(event.type === 'pointerup' ? spot(carried) : null);
  };
}

function spot({ at, size }: Carried): Spot {
  return { x: at.x - size / 2, y: at.y - size / 2, size };
}

/** The click that may follow a drag is no choice. */
function swallowClick(): void {
  const stop = new AbortController();
  window.addEventListener('click', (event) => event.stopPropagation(), {
    capture: true,
    once: true,
    signal: stop.signal,
  });
  setTimeout(() => stop.abort(), 50);
}
