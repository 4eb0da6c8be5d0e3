// Moves planned for the reader's next turn, on a position that may come: the server supposes it, and
// makes the moves later only if they still mean the same (docs/playing.md).
import type { Live } from '../../lib/live.svelte';
import { sayError } from '../../lib/refused';
import { renderPlanned } from '../../lib/sentences';
import type { Preview, View } from '../../lib/types';
import type { Playing } from './game.svelte';

interface Supposed {
  number: number;
  seed: number;
  view: View;
  /** Null: the reader's turn would be over. */
  moves: string[] | null;
  previews: Record<string, Preview>;
}

const SEEDS = 2 ** 32;

export class Planning {
  position = $state.raw<Supposed | null>(null);
  /** The moves chosen so far. */
  moves = $state.raw<string[]>([]);
  busy = $state(false);
  #seed = 0;

  constructor(
    private readonly game: Playing,
    private readonly live: Live,
  ) {}

  /** The reader waits for others, in a game that may take its time. */
  may = $derived.by(() => {
    const { table, you, ended, to_move } = this.game.shown;
    const slow = table.clock === null || table.clock.kind === 'days';
    const waits = !ended && to_move !== null && you.seat !== null && to_move !== you.seat;
    return slow && waits && !this.game.away && this.game.guests > 1 && !table.daily?.counts;
  });

  /** What the reader has planned, in words; null: nothing. */
  planned = $derived.by(() => {
    const plan = this.game.shown.plan;
    const topic = this.game.shown.table.game;
    return plan?.map((entries) => renderPlanned(topic, entries, this.game.names)) ?? null;
  });

  /** What the board shows meanwhile instead of the position as it is. */
  board = $derived.by(() => {
    if (!this.position) return null;
    return {
      view: { ...this.position.view, players: this.game.names },
      moves: this.position.moves,
      last: null,
      marked: [],
      preview: this.preview,
      choose: this.choose,
      pending: null,
      sent: false,
      hint: null,
    };
  });

  /** Another position that may come. */
  start = (): Promise<void> => {
    this.#seed = Math.floor(Math.random() * SEEDS);
    return this.#suppose([]);
  };

  stop = (): void => {
    this.position = null;
    this.moves = [];
  };

  choose = (move: string): void => void this.#suppose([...this.moves, move]);

  preview = async (moves: string[]): Promise<Record<string, Preview>> => {
    const answer = await this.#ask(this.moves, moves);
    return answer.previews;
  };

  keep = async (): Promise<void> => {
    const asked = { number: this.position?.number, seed: this.#seed, moves: this.moves };
    if (!(await this.game.command('plan', asked))) this.stop();
  };

  drop = (): Promise<unknown> => this.game.command('unplan');

  async #suppose(moves: string[]): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.game.error = null;
    try {
      this.position = await this.#ask(moves, []);
      this.moves = moves;
    } catch (found) {
      this.game.error = sayError(found, this.game.names);
    } finally {
      this.busy = false;
    }
  }

  async #ask(moves: string[], previews: string[]): Promise<Supposed> {
    const number = this.position?.number ?? this.game.shown.number;
    const asked = { number, seed: this.#seed, moves, previews };
    return (await this.live.command('suppose', asked)) as unknown as Supposed;
  }
}
