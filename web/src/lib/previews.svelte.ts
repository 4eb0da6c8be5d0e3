// What moves would bring, asked for once for a position and remembered until the next.
import type { Preview } from './types';

type Ask = (moves: string[]) => Promise<Record<string, Preview>>;

export class Previews<P extends Preview = Preview> {
  known: Record<string, P> = $state.raw({});
  #number = -1;
  #asked = new Set<string>();

  /** A new position: what was known is of no use any more. */
  turn(number: number): void {
    if (number === this.#number) return;
    this.#number = number;
    this.#asked.clear();
    this.known = {};
  }

  want(moves: readonly string[], ask: Ask): void {
    const missing = moves.filter((move) => !this.#asked.has(move));
    if (!missing.length) return;
    for (const move of missing) this.#asked.add(move);
    void this.#learn(missing, ask(missing));
  }

  async #learn(moves: string[], coming: ReturnType<Ask>): Promise<void> {
    const number = this.#number;
    const found = await coming.catch(() => ({}) as Record<string, Preview>);
    if (number !== this.#number) return;
    for (const move of moves) if (!(move in found)) this.#asked.delete(move); // may be asked again
    this.known = { ...this.known, ...(found as Record<string, P>) };
  }
}
