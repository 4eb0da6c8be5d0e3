// From one position to the next: discs that fall, tiles that fly to whoever takes them.
import { untrack, type ComponentProps } from 'svelte';
import { isStill, pace } from '../../lib/pace';
import { follow, type Disc } from './discs';
import { FALL, TAKE } from './time';
import { flights } from './flights';
import type Flights from './Flights.svelte';
import type { NomadsView } from './types';

type Flying = ComponentProps<typeof Flights>['flights'];

const stacks = ({ spaces }: NomadsView) => spaces.map(({ stack }) => stack);

export class Travel {
  discs: Disc[] = $state.raw([]);
  flying: Flying = $state.raw([]);
  #drawn: NomadsView;

  /** `arrive` is called with every new position, before it is drawn. */
  constructor(view: () => NomadsView, lastMove: () => string | null, arrive: () => void) {
    this.#drawn = untrack(view);
    this.discs = follow([], stacks(this.#drawn), null).map((disc) => ({ ...disc, order: 0 }));
    $effect.pre(() => {
      const next = view();
      const move = lastMove();
      untrack(() => {
        if (next.number === this.#drawn.number) return;
        this.#go(next, move);
        arrive();
      });
    });
  }

  #go(next: NomadsView, move: string | null): void {
    const onward = next.number > this.#drawn.number;
    this.discs = follow(this.discs, stacks(next), onward ? move : null);
    if (!isStill()) this.#launch(next);
    this.#drawn = next;
  }

  #launch(next: NomadsView): void {
    const fallen = Math.max(0, ...this.discs.map(({ order }) => order));
    this.flying = flights(this.#drawn, next).map((flight, index) => ({
      ...flight,
      id: next.number * 10 + index,
      wait: (fallen * FALL + 200 + index * TAKE) * pace(),
    }));
  }

  land = (id: number): void => {
    this.flying = this.flying.filter((flight) => flight.id !== id);
  };
}
