// The ratings of who sits at a table where the game counts: asked for when somebody sits down, and
// when the game is over until it has been rated.
import type { Summary } from '../../lib/types';
import { tableRatings, type SeatRating, type TableRatings } from '../../lib/ratings';

const AGAIN = 1000; // ms until the next look at whether the game has been rated
const TRIES = 30;

export class SeatRatings {
  #found = $state.raw<TableRatings | null>(null);

  /** Call it while a component is made. */
  constructor(table: () => Summary) {
    const who = $derived(
      table().rated
        ? JSON.stringify([
            table().id,
            table().status,
            table().seats.map(({ kind, name, level }) => [kind, name, level]),
          ])
        : null,
    );
    $effect(() => {
      if (who === null) return;
      const [id, status] = JSON.parse(who) as [string, Summary['status']];
      return this.#look(id, status === 'over');
    });
  }

  of(seat: number): SeatRating | null {
    return this.#found?.seats.find((each) => each.seat === seat) ?? null;
  }

  #look(id: string, over: boolean): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    const look = async (left: number): Promise<void> => {
      const found = await tableRatings(id).catch(() => null);
      if (ended) return;
      if (found) this.#found = found;
      if (over && !found?.settled && left > 0) timer = setTimeout(() => void look(left - 1), AGAIN);
    };
    void look(TRIES);
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }
}
