// What is counted before everybody's eyes: a moon scoring, seat by seat; and the end, where the
// cards, the moons and the tiles of one seat after the other are counted.
import { follow } from '../../lib/follow.svelte';
import { Stages } from '../../lib/stages.svelte';
import { COUNT, COUNT_END, PARTS, stagesOfEnd, stagesOfMoons, travels, wonMoons } from './time';
import type { NomadsView } from './types';

export class Count {
  readonly #stages = new Stages();
  #what = $state<'moons' | 'end' | null>(null);
  /** The moons each seat wins. */
  won = $state.raw<number[]>([]);
  readonly #view: () => NomadsView;

  constructor(view: () => NomadsView) {
    this.#view = view;
    follow(view, (next, before) => this.#see(next, before));
  }

  skip = (): void => this.#stages.skip();

  /** How many seats have been counted in a moon scoring; null: none is being told. */
  get moons(): number | null {
    return this.#what === 'moons' && this.#stages.stage < Infinity ? this.#stages.stage : null;
  }

  /** How many numbers of the end have been told. */
  get end(): number {
    return this.#what === 'end' ? this.#stages.stage : Infinity;
  }

  /** The seat that is being counted at the end. */
  get seat(): number | null {
    const { stage } = this.#stages;
    const seat = Math.floor(Math.max(0, stage - 1) / PARTS);
    return this.end < Infinity ? Math.min(seat, this.#view().seats.length - 1) : null;
  }

  /** The moons on the chart, as long as nobody has won them. */
  chart(now: NomadsView): number {
    return this.moons !== null && this.moons <= now.seats.length
      ? now.chart + this.won.reduce((sum, count) => sum + count, 0)
      : now.chart;
  }

  #see(next: NomadsView, before: NomadsView): void {
    if (next.number === before.number) return;
    this.#stages.skip();
    if (next.number !== before.number + 1) return;
    const seats = next.seats.length;
    const won = wonMoons(before, next);
    if (next.over && !before.over) {
      this.#what = 'end';
      this.#stages.begin(stagesOfEnd(seats), COUNT_END, travels(before, next));
    } else if (won) {
      this.#what = 'moons';
      this.won = won;
      this.#stages.begin(stagesOfMoons(seats), COUNT, travels(before, next));
    }
  }
}
