// Bots move faster than anybody can follow, so states wait in line: each is shown for a moment
// before the next, unless the reader skips ahead or looks elsewhere.
import type { State } from './types';

export const MIN_SHOWN = 900;
const KEPT = 40; // positions to look back at
const FOLLOWED = 4; // with more waiting than these, each is shown for less

export class Paced {
  shown = $state.raw<State | null>(null);
  /** How many positions wait to be shown. */
  waiting = $state(0);

  #queue: State[] = [];
  #shownAt = -Infinity;
  #lasts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** What has been shown, one state a position, to look back at. */
  past = $state.raw<State[]>([]);

  /** `time`: for how long a state is to be seen after the one before it. */
  constructor(
    private readonly time: (state: State, before: State | null) => number = () => MIN_SHOWN,
  ) {}

  push(state: State): void {
    const newest = this.#queue.at(-1) ?? this.shown;
    if (!newest?.view || !this.shown || this.#jumps(newest, state) || this.#isOwn(state))
      this.#showNow(state);
    else if (newest.number === state.number) this.#replace(state);
    else this.#line(state);
  }

  /** Show the newest position at once. */
  skip(): void {
    const newest = this.#queue.at(-1);
    if (newest) this.#showNow(newest);
  }

  /** The next position need not wait any longer. */
  next(): void {
    this.#lasts = 0;
    this.#advance();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Taken back, or more than one move on: we were away, and there is no step to follow. */
  #jumps(newest: State, state: State): boolean {
    return state.number < newest.number || state.number > newest.number + 1 || isHidden();
  }

  /** The reader's own move, made where nothing waited: they know what they did. */
  #isOwn(state: State): boolean {
    const { last, you, number } = state;
    const moved = number === (this.shown?.number ?? 0) + 1;
    return moved && !this.#queue.length && last !== null && last.seat === you.seat;
  }

  #replace(state: State): void {
    if (this.#queue.length) this.#queue[this.#queue.length - 1] = state;
    else this.#keep((this.shown = state));
  }

  #line(state: State): void {
    this.#queue.push(state);
    this.waiting = this.#queue.length;
    this.#advance();
  }

  #advance(): void {
    clearTimeout(this.#timer);
    const next = this.#queue[0];
    if (!next) return;
    const pace = this.#lasts * Math.min(1, FOLLOWED / this.#queue.length);
    const wait = this.#shownAt + pace - Date.now();
    if (wait > 0) this.#timer = setTimeout(() => this.#advance(), wait);
    else {
      this.#queue.shift();
      this.waiting = this.#queue.length;
      this.#show(next);
      this.#advance();
    }
  }

  #showNow(state: State): void {
    clearTimeout(this.#timer);
    this.#queue = [];
    this.waiting = 0;
    this.#show(state);
  }

  #show(state: State): void {
    this.#lasts = this.time(state, this.shown);
    this.shown = state;
    this.#shownAt = Date.now();
    this.#keep(state);
  }

  #keep(state: State): void {
    if (state.view)
      this.past = [...this.past.filter(({ number }) => number < state.number), state].slice(-KEPT);
  }
}

function isHidden(): boolean {
  return globalThis.document?.hidden ?? false;
}
