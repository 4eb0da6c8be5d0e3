// The review of the game that is replayed: asked for, waited for, there; then perhaps a deep one.
import { askReview, lookReview, type Budget, type Review, type Reviewed } from '../../lib/review';
import { Refused, sayError } from '../../lib/refused';

const OFTEN = 700; // ms between two looks at how far it has come

export interface Coming {
  budget: Budget;
  done: number;
  total: number;
  waits: boolean;
}

export class Study {
  review = $state.raw<Review | null>(null);
  told = $state.raw<NonNullable<Reviewed['told']>>([]);
  /** How far the next one has come; null: nobody waits for it. */
  coming = $state.raw<Coming | null>(null);
  error = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string) {}

  /** Has it made, or finds it made; a deep one is shown where there is one. */
  start(): void {
    if (!this.review) this.#begin('quick');
  }

  deepen(): void {
    if (this.review?.budget === 'quick') this.#begin('deep');
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #begin(budget: Budget): void {
    if (this.coming) return;
    this.error = null;
    this.coming = { budget, done: 0, total: 0, waits: false };
    void this.#take(budget, askReview(this.id, budget));
  }

  async #take(budget: Budget, coming: Promise<Reviewed>): Promise<void> {
    try {
      const { status, done = 0, total = 0, review, told, error } = await coming;
      if (status === 'done' && review) {
        this.review = review;
        this.told = told ?? [];
        this.coming = null;
        if (budget === 'quick') await this.#seekDeep();
      } else if (status === 'failed' && error) {
        throw new Refused(error, 500);
      } else {
        this.coming = { budget, done, total, waits: status === 'waiting' };
        // a server that was started again knows nothing of it any more
        const next = status === 'none' ? askReview : lookReview;
        this.#timer = setTimeout(() => void this.#take(budget, next(this.id, budget)), OFTEN);
      }
    } catch (found) {
      this.coming = null;
      this.error = sayError(found);
    }
  }

  /** Somebody may have asked for a deep one before. */
  async #seekDeep(): Promise<void> {
    const found = await lookReview(this.id, 'deep');
    if (found.status !== 'none' && found.status !== 'failed')
      await this.#take('deep', Promise.resolve(found));
  }
}
