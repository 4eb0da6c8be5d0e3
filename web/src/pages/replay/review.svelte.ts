// What is found out about the game that is replayed: its review, a deep one, and masters' games.
import {
  askReview,
  askSameDeal,
  lookReview,
  lookSameDeal,
  pushedReview,
  pushedSameDeal,
  type Reviewed,
  type SameDealTold,
} from '../../lib/review';
import { Polled } from './polled.svelte';

export class Study {
  readonly quick: Polled<Reviewed>;
  readonly deep: Polled<Reviewed>;
  readonly masters: Polled<SameDealTold>;
  /** The deeper one, where there are two. */
  #best = $derived.by(() => this.deep.found ?? this.quick.found);
  review = $derived.by(() => this.#best?.review ?? null);
  told = $derived.by(() => this.#best?.told ?? []);

  constructor(readonly id: string) {
    const reviews = (budget: 'quick' | 'deep', then?: () => void) =>
      new Polled<Reviewed>(
        () => askReview(id, budget),
        () => lookReview(id, budget),
        then,
        undefined,
        pushedReview(id, budget),
      );
    this.deep = reviews('deep');
    this.masters = new Polled<SameDealTold>(
      () => askSameDeal(id),
      () => lookSameDeal(id),
      undefined,
      undefined,
      pushedSameDeal(id),
    );
    this.quick = reviews('quick', () => {
      void this.deep.peek();
      void this.masters.peek();
    });
  }

  start(): void {
    this.quick.start();
  }

  stop(): void {
    for (const one of [this.quick, this.deep, this.masters]) one.stop();
  }
}
