// Previews, fetched once for a position and remembered until the next.
import type { BoardProps } from '../contract';
import type { NomadsPreview } from './types';

export class Memory {
  known: Record<string, NomadsPreview> = $state.raw({});
  #number = -1;
  #asked = new Set<string>();

  /** A new position: what was known is of no use any more. */
  turn(number: number): void {
    if (number === this.#number) return;
    this.#number = number;
    this.#asked.clear();
    this.known = {};
  }

  want(moves: readonly string[], ask: BoardProps['preview']): void {
    const missing = moves.filter((move) => !this.#asked.has(move));
    if (!missing.length) return;
    for (const move of missing) this.#asked.add(move);
    const number = this.#number;
    ask(missing).then(
      (found) => {
        if (number !== this.#number) return;
        this.known = { ...this.known, ...(found as unknown as Record<string, NomadsPreview>) };
      },
      () => {
        for (const move of missing) this.#asked.delete(move);
      },
    );
  }
}
