// How a display is looked at: fitted to its frame by itself, until somebody zooms or pans it.
import { fit, held, showing, zoomed, type Bounds, type Fit, type Frame } from './layout';
import type { Place } from './types';

const NEAREST = 150;

export class Lens {
  frame = $state<Frame>({ width: 0, height: 0 });
  /** True while a finger or the mouse holds the display. */
  isHeld = $state(false);
  /** Whether the last press has moved the display, so that its click means nothing else. */
  hasPanned = false;
  #start: Place = { x: 0, y: 0 };
  #own = $state<Fit | null>(null);
  readonly #bounds: () => Bounds;
  readonly #range: () => [number, number];
  readonly #fingers = new Map<number, Place>();
  readonly #fitted = $derived.by(() => fit(this.#bounds(), this.frame, ...this.#range()));
  readonly fit: Fit = $derived.by(() =>
    held(this.#own ?? this.#fitted, this.#bounds(), this.frame),
  );
  readonly overflows = $derived.by(() => {
    const { left, right, top, bottom } = this.#bounds();
    const { size } = this.fit;
    return (
      (right - left) * size > this.frame.width + 1 || (bottom - top) * size > this.frame.height + 1
    );
  });

  constructor(bounds: () => Bounds, range: () => [number, number]) {
    this.#bounds = bounds;
    this.#range = range;
  }

  get isOwn(): boolean {
    return this.#own !== null;
  }

  reset(): void {
    this.#own = null;
  }

  zoom(factor: number, around?: Place): void {
    const least = Math.min(this.#fitted.size, this.#range()[0]);
    const size = Math.min(NEAREST, Math.max(least, this.fit.size * factor));
    const center = { x: this.frame.width / 2, y: this.frame.height / 2 };
    this.#own = held(
      zoomed(this.fit, size / this.fit.size, around ?? center),
      this.#bounds(),
      this.frame,
    );
  }

  show(place: Place): void {
    if (this.overflows) this.#own = showing(this.fit, place, this.frame);
  }

  /** Pans with one finger or the mouse, zooms with two or with the wheel and Control. */
  attach = (node: HTMLElement): (() => void) => {
    const stop = new AbortController();
    const options = { signal: stop.signal };
    const up = (event: PointerEvent): void => {
      this.#fingers.delete(event.pointerId);
      this.isHeld = false;
    };
    node.addEventListener(
      'pointerdown',
      (event) => {
        this.#fingers.set(event.pointerId, point(event));
        this.#start = point(event);
        this.hasPanned = false;
      },
      options,
    );
    node.addEventListener('pointermove', (event) => this.#move(event, node), options);
    node.addEventListener('pointerup', up, options);
    node.addEventListener('pointercancel', up, options);
    node.addEventListener('pointerleave', up, options);
    node.addEventListener('wheel', (event) => this.#turn(event, node), {
      ...options,
      passive: false,
    });
    return () => stop.abort();
  };

  #turn(event: WheelEvent, node: HTMLElement): void {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.zoom(event.deltaY < 0 ? 1.15 : 0.87, inside(point(event), node));
  }

  #move(event: PointerEvent, node: HTMLElement): void {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    const now = point(event);
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const factor = distance(now, other) / Math.max(1, distance(before, other));
      this.zoom(factor, inside({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }, node));
      this.hasPanned = true;
    } else if (this.overflows) {
      if (distance(now, this.#start) > 6) this.hasPanned = true;
      const { size, x, y } = this.fit;
      this.#own = held(
        { size, x: x + now.x - before.x, y: y + now.y - before.y },
        this.#bounds(),
        this.frame,
      );
    }
    this.isHeld = true;
    this.#fingers.set(event.pointerId, now);
  }
}

function inside(at: Place, node: HTMLElement): Place {
  const box = node.getBoundingClientRect();
  return { x: at.x - box.left, y: at.y - box.top };
}

function point(event: MouseEvent): Place {
  return { x: event.clientX, y: event.clientY };
}

function distance(one: Place, other: Place): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
