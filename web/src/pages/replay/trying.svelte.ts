// A decision made on the board: each try is compared with the best move.
import {
  lookAt,
  previewsAt,
  tryMove,
  type Attempt,
  type Budget,
  type Position,
} from '../../lib/review';
import { sayError } from '../../lib/refused';
import type { Preview } from '../../lib/types';

type Shown = Pick<Position, 'view' | 'moves' | 'seat' | 'number'>;

/** Where a position comes from, and who judges what is tried there. */
export interface Source<P extends Shown, A> {
  look: () => Promise<P>;
  judge: (move: string) => Promise<A>;
  isGood: (found: A) => boolean;
  preview: (moves: string[]) => Promise<Record<string, Preview>>;
}

export class Tries<P extends Shown, A> {
  position = $state.raw<P | null>(null);
  /** The move on the board: it is being compared, or it is a good one. */
  shown = $state<string | null>(null);
  found = $state.raw<A | null>(null);
  busy = $state(false);
  error = $state<string | null>(null);
  tries = $state(0);
  readonly good = $derived.by(() => this.found !== null && this.source.isGood(this.found));

  constructor(
    readonly source: Source<P, A>,
    readonly then: (found: A) => void = () => {},
  ) {
    queueMicrotask(() => void this.#open()); // when who extends this is there as well
  }

  async #open(): Promise<void> {
    try {
      this.position = await this.source.look();
    } catch (found) {
      this.error = sayError(found);
    }
  }

  choose = (move: string): void => {
    if (!this.busy && this.position?.moves.includes(move)) void this.#compare(move);
  };

  async #compare(move: string): Promise<void> {
    this.busy = true;
    this.error = this.found = null;
    this.shown = move;
    try {
      this.found = await this.source.judge(move);
      this.tries += 1;
    } catch (found) {
      this.error = sayError(found);
    } finally {
      this.busy = false;
      if (!this.good) this.shown = null;
    }
    if (this.found) this.then(this.found);
  }

  cancel = (): void => {
    if (!this.busy) this.shown = null;
  };

  preview = (moves: string[]): Promise<Record<string, Preview>> =>
    this.source.preview(moves).catch(() => ({}));
}

/** A position of a finished game. */
export class Trying extends Tries<Position, Attempt> {
  /** The best move, where it was asked for and no review says it. */
  answer = $state<string | null>(null);

  constructor(
    readonly id: string,
    readonly number: number,
    budget: Budget,
    again: boolean,
  ) {
    super({
      look: () => lookAt(id, number),
      judge: (move) => tryMove(id, number, move, budget, again),
      isGood: ({ mark }) => mark === 'best' || mark === 'good',
      preview: (moves) => previewsAt(id, number, moves),
    });
  }
  /** Shows the best move; `made` is one that can be compared with it. */
  async show(made: string | undefined): Promise<void> {
    const move = made ?? this.position?.moves[0];
    if (this.busy || move === undefined) return;
    try {
      this.answer = (this.found ?? (await this.source.judge(move))).best;
    } catch (found) {
      this.error = sayError(found);
    }
  }
}
