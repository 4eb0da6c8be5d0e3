// A puzzle on the board: found move by move, or given up and shown.
import {
  outcome,
  previewsIn,
  puzzleAt,
  rate,
  showPuzzle,
  tryPuzzle,
  type Puzzle,
  type Skill,
  type Tried,
} from '../../lib/puzzles';
import { Refused, sayError } from '../../lib/refused';
import { Tries } from '../replay/trying.svelte';

export class Solving extends Tries<Puzzle, Tried> {
  /** The moves of the solution that are on the board. */
  line = $state.raw<string[]>([]);
  /** The solution, where it was asked for. */
  answer = $state.raw<Tried | null>(null);
  /** What became of the reader's rating; null: nothing, it counts once. */
  skill = $state.raw<Skill | null>(null);
  /** How many tries were wrong. */
  misses = $state(0);
  unknown = $state(false);
  #atOnce = false;
  readonly solved = $derived.by(() => this.found?.solved ?? false);
  readonly over = $derived.by(() => this.solved || this.answer !== null);

  constructor(readonly id: string) {
    super(
      {
        look: () => this.#look(),
        judge: (move) => tryPuzzle(id, this.line, move),
        isGood: ({ right }) => right,
        preview: (moves) => previewsIn(id, this.line, moves),
      },
      (found) => this.#heard(found),
    );
  }

  async #look(): Promise<Puzzle> {
    try {
      const found = await puzzleAt(this.id);
      if (this.#atOnce) setTimeout(() => void this.show()); // when it is on the board
      return found;
    } catch (found) {
      this.unknown = found instanceof Refused && found.status === 404;
      throw found;
    }
  }

  #heard({ right, solved, move, next }: Tried): void {
    if (!right || solved) void this.#rate(solved);
    if (!right) this.misses += 1;
    if (right && next && this.position) {
      this.line = [...this.line, move];
      this.position = { ...this.position, ...next, number: this.position.number + 1 };
      this.shown = null;
    }
  }

  show = async (): Promise<void> => {
    if (this.busy) return;
    this.busy = true;
    this.error = this.found = null;
    try {
      this.answer = await showPuzzle(this.id, this.line);
      void this.#rate(false);
    } catch (found) {
      this.error = sayError(found);
    } finally {
      this.busy = false;
    }
  };

  /** The solution as soon as the position is there. If that fails, it is for the reader to ask. */
  showOnce(): void {
    this.#atOnce = true;
  }

  async #rate(solved: boolean): Promise<void> {
    if (!this.position || outcome(this.id) !== null) return;
    this.skill = await rate(this.position, solved).catch(() => null);
  }
}
