// Something the server works out behind the games: asked for, waited for, there.
import { Refused, sayError } from '../../lib/refused';
import type { Progress } from '../../lib/review';

const OFTEN = 700; // ms between two looks at how far it has come

export interface Coming {
  done: number;
  total: number;
  waits: boolean;
}

export class Polled<T extends Progress> {
  found = $state.raw<T | null>(null);
  /** How far it has come; null: nobody waits for it. */
  coming = $state.raw<Coming | null>(null);
  error = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(
    readonly ask: () => Promise<T>,
    readonly look: () => Promise<T>,
    readonly then: () => void = () => {},
    readonly often = OFTEN,
  ) {}

  /** Has it made, or finds it made. */
  start(): void {
    if (this.found || this.coming) return;
    this.error = null;
    this.coming = { done: 0, total: 0, waits: false };
    void this.#take(this.ask());
  }

  /** Somebody may have asked for it before. */
  async peek(): Promise<void> {
    const told = await this.look().catch(() => null);
    const asked = told && told.status !== 'none' && told.status !== 'failed';
    if (asked && !this.found && !this.coming) await this.#take(Promise.resolve(told));
  }

  stop(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  async #take(coming: Promise<T>): Promise<void> {
    try {
      const told = await coming;
      const { status, done = 0, total = 0, error } = told;
      if (status === 'done') {
        this.found = told;
        this.coming = null;
        this.then();
      } else if (status === 'failed' && error) {
        throw new Refused(error, 500);
      } else if (!this.#ended) {
        this.coming = { done, total, waits: status === 'waiting' };
        // a server that was started again knows nothing of it any more
        const next = status === 'none' ? this.ask : this.look;
        this.#timer = setTimeout(() => void this.#take(next()), this.often);
      }
    } catch (found) {
      this.coming = null;
      this.error = sayError(found);
    }
  }
}
