// A decision of the game made again on the board: each try is compared with the best move.
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

export class Trying {
  position = $state.raw<Position | null>(null);
  /** The move on the board: it is being compared, or it is a good one. */
  shown = $state<string | null>(null);
  found = $state.raw<Attempt | null>(null);
  busy = $state(false);
  error = $state<string | null>(null);
  tries = $state(0);
  readonly good = $derived.by(
    () => this.found !== null && (this.found.mark === 'best' || this.found.mark === 'good'),
  );

  constructor(
    readonly id: string,
    readonly number: number,
    readonly budget: Budget,
  ) {
    void this.#open();
  }

  async #open(): Promise<void> {
    try {
      this.position = await lookAt(this.id, this.number);
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
      this.found = await tryMove(this.id, this.number, move, this.budget);
      this.tries += 1;
    } catch (found) {
      this.error = sayError(found);
    } finally {
      this.busy = false;
      if (!this.good) this.shown = null;
    }
  }

  cancel = (): void => {
    if (!this.busy) this.shown = null;
  };

  preview = (moves: string[]): Promise<Record<string, Preview>> =>
    previewsAt(this.id, this.number, moves).catch(() => ({}));
}
