// What is told in stages so that it can be followed: the end of a game, a count. Whoever comes
// later finds it all told, and `tellAll` tells the rest at once.
import { isStill, pace } from './pace';

const telling = new Set<Stages>();

export class Stages {
  /** How much has been told; Infinity is all of it. */
  stage = $state(Infinity);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** From 0 to `last`, `each` ms after the other at normal pace, the first after `wait` more. */
  begin(last: number, each: number, wait = 0): void {
    this.skip();
    if (isStill()) return;
    this.stage = 0;
    telling.add(this);
    this.#next(last, each, wait + each);
  }

  /** All the rest at once. */
  skip = (): void => {
    clearTimeout(this.#timer);
    telling.delete(this);
    this.stage = Infinity;
  };

  #next(last: number, each: number, wait: number): void {
    this.#timer = setTimeout(() => {
      this.stage += 1;
      if (this.stage >= last) this.skip();
      else this.#next(last, each, each);
    }, wait * pace());
  }
}

/** Whatever travels or is told in this part of the page is there at once. */
export function tellAll(part: Element): void {
  for (const stages of [...telling]) stages.skip();
  for (const animation of part.getAnimations({ subtree: true }))
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
}
