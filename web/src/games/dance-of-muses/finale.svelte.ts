// The end, so that it can be followed: dice that turn for Apollo's Will, then column by column, then
// who has won. Whoever comes later finds it all told, and a tap tells the rest at once.
import { isStill, pace } from '../../lib/pace';
import { STAGE, stages } from './time';

export class Finale {
  /** How much has been told: 1 is Apollo's Will, then a column each, then the places. */
  stage = $state(Infinity);
  #timer: ReturnType<typeof setTimeout> | undefined;

  begin(columns: number): void {
    if (isStill()) return;
    this.stage = 0;
    this.#next(stages(columns));
  }

  /** All the rest at once. */
  skip = (): void => {
    clearTimeout(this.#timer);
    this.stage = Infinity;
  };

  #next(last: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.stage += 1;
      if (this.stage >= last) this.stage = Infinity;
      else this.#next(last);
    }, STAGE * pace());
  }
}
