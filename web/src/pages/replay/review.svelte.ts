// The review of the game that is replayed: asked for, waited for, there.
import { askReview, lookReview, type Review, type Reviewed } from '../../lib/review';
import { Refused, sayError } from '../../lib/refused';

const OFTEN = 700; // ms between two looks at how far it has come

export class Study {
  review = $state.raw<Review | null>(null);
  told = $state.raw<NonNullable<Reviewed['told']>>([]);
  /** How far it has come; null: nobody waits for it. */
  coming = $state.raw<{ done: number; total: number; waits: boolean } | null>(null);
  error = $state<string | null>(null);
  #id: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string) {
    this.#id = id;
  }

  /** Has it made, or finds it made. */
  start(): void {
    if (this.review || this.coming) return;
    this.error = null;
    this.coming = { done: 0, total: 0, waits: false };
    void this.#take(askReview(this.#id));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #take(coming: Promise<Reviewed>): Promise<void> {
    try {
      const { status, done = 0, total = 0, review, told, error } = await coming;
      if (status === 'done' && review) {
        this.review = review;
        this.told = told ?? [];
        this.coming = null;
      } else if (status === 'failed' && error) {
        throw new Refused(error, 500);
      } else {
        this.coming = { done, total, waits: status === 'waiting' };
        // a server that was started again knows nothing of it any more
        const next = () => (status === 'none' ? askReview(this.#id) : lookReview(this.#id));
        this.#timer = setTimeout(() => void this.#take(next()), OFTEN);
      }
    } catch (found) {
      this.coming = null;
      this.error = sayError(found);
    }
  }
}
