// The end, so that it can be followed: the last tile comes, its discs are laid one by one, and the
// last of them stays marked.
import { follow } from '../../lib/follow.svelte';
import { Stages } from '../../lib/stages.svelte';
import { ARRIVE, laid, LAY, without, type Laid } from './end';
import type { DisplayView, MetGoal, NovaView } from './types';

export class Finale {
  readonly #stages = new Stages();
  #laid = $state.raw<Laid | null>(null);

  constructor(view: () => NovaView) {
    follow(view, (next, before) => this.#see(next, before));
  }

  /** Whose display the end is seen in. */
  get seat(): number | null {
    return this.#laid?.seat ?? null;
  }

  /** Discs are still being laid. */
  get isTelling(): boolean {
    return this.#laid !== null && this.#stages.stage < this.#laid.goals.length;
  }

  /** The goal that has got the newest disc. */
  get newest(): MetGoal | null {
    const goals = this.#laid?.goals ?? [];
    return goals[Math.min(this.#stages.stage, goals.length) - 1] ?? null;
  }

  /** A display with the discs that have been laid so far. */
  told(display: DisplayView): DisplayView {
    if (display.seat !== this.seat) return display;
    return without(display, this.#laid!.goals.slice(this.#stages.stage));
  }

  #see(next: NovaView, before: NovaView): void {
    if (!next.over) this.#laid = null;
    if (!next.over || before.over || next.number !== before.number + 1) return;
    this.#laid = laid(before, next);
    if (this.#laid) this.#stages.begin(this.#laid.goals.length, LAY, ARRIVE);
  }
}
