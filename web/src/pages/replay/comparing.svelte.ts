// The best move on the board, beside the one that was made there: at a mistake by itself, at other
// moves if the reader wants it. The board is set back to before the move.
import { BAD, type MoveReview } from '../../lib/review';
import type { Trying } from './trying.svelte';

interface Now {
  /** What the review says of the move on the board. */
  move: MoveReview | null;
  trying: Trying | null;
  playing: boolean;
}

export class Comparing {
  #always = $state(true); // at every mistake
  #asked = $state<{ number: number; on: boolean } | null>(null); // at one move

  constructor(
    readonly now: () => Now,
    readonly made: readonly string[],
  ) {}

  readonly isShown = $derived.by(() => {
    const { move, trying, playing } = this.now();
    if (trying || !move?.mark || move.best === move.move) return false;
    if (playing) return false;
    if (this.#asked?.number === move.number) return this.#asked.on;
    return this.#always && BAD.includes(move.mark);
  });
  /** The best move that is shown, in the review or because a reader gave up finding it. */
  readonly best = $derived.by(() => {
    const { move, trying } = this.now();
    if (this.isShown) return move;
    if (!trying?.answer) return null;
    return { number: trying.number, seat: trying.position?.seat ?? 0, best: trying.answer };
  });
  /** The move it is compared with; null: that was the best one. */
  readonly other = $derived.by(() => {
    const move = this.best && this.made[this.best.number]!;
    return move === this.best?.best ? null : move;
  });

  show(on: boolean): void {
    const { move } = this.now();
    if (move) this.#asked = { number: move.number, on };
    if (BAD.includes(move?.mark ?? null)) this.#always = on;
  }
}
