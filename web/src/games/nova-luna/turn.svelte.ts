// A turn in the making: which tile is chosen, where it is aimed, what that would bring.
import { untrack } from 'svelte';
import type { BoardProps } from '../contract';
import { choicesOf, movesOf, readMove, REFILL, type TileMove } from './moves';
import type { MoveKind } from '../../pieces/MoveTag.svelte';
import type { Face, NovaPreview, NovaView } from './types';

/** One of two moves that are compared. */
export interface Compared extends TileMove {
  kind: MoveKind;
  face: Face;
  /** Its name is above it. */
  above: boolean;
}

export class Turn {
  chosen = $state<number | null>(null);
  hovered = $state<number | null>(null);
  aimed = $state<TileMove | null>(null);
  #effects = $state.raw<Record<string, NovaPreview>>({});
  #asked = new Map<number | typeof REFILL, Promise<void>>();
  #number = -1;
  readonly #props: () => BoardProps;

  constructor(props: () => BoardProps) {
    this.#props = props;
    $effect.pre(() => {
      const number = this.view.number;
      const may = props().moves !== null;
      untrack(() => this.#forget(number, may));
    });
    $effect(() => {
      if (this.mayRefill) void this.ask(REFILL);
      if (this.inHand !== null) void this.ask(this.inHand);
    });
  }

  readonly view = $derived.by(() => this.#props().view as NovaView);
  readonly moves = $derived.by(() => this.#props().moves ?? []);
  readonly mayRefill = $derived.by(() => this.moves.includes(REFILL));
  /** The tiles that may be taken now: 1 is the first clockwise of the Marker. */
  readonly open = $derived.by(() => choicesOf(this.moves));
  readonly pending = $derived.by(() => {
    const { pending } = this.#props();
    return pending === null ? null : readMove(pending);
  });
  readonly hint = $derived.by(() => {
    const { hint } = this.#props();
    return hint !== null && this.moves.includes(hint) ? readMove(hint) : null;
  });
  /** The best move and the one that was made, where they are compared; the one above is named
   *  above, so that neither name lies over the other. */
  readonly compared = $derived.by((): Compared[] => {
    const { made = null, hint } = this.#props();
    if (made === null || hint === null) return [];
    const [best, played] = [readMove(hint), readMove(made)];
    const isBelow = !!best && !!played && best.y < played.y;
    const all = [
      { kind: 'made' as const, move: played, above: isBelow },
      { kind: 'best' as const, move: best, above: !isBelow },
    ];
    return all.flatMap(({ move, ...how }) => {
      const face = this.faceOf(move?.choice ?? null);
      return move && face ? [{ ...move, ...how, face }] : [];
    });
  });
  /** Which of the two is the refill. */
  readonly refillTag = $derived.by((): MoveKind | null => {
    const { made = null, hint } = this.#props();
    if (made === null) return null;
    return hint === REFILL ? 'best' : made === REFILL ? 'made' : null;
  });
  readonly choice = $derived.by(() => this.pending?.choice ?? this.chosen);
  readonly inHand = $derived.by(() => this.choice ?? this.hovered);
  readonly places = $derived.by(() => {
    if (this.choice === null) return [];
    // where nothing may be chosen any more, what was chosen is still shown
    return this.pending && !this.moves.length ? [this.pending] : movesOf(this.moves, this.choice);
  });
  readonly face = $derived.by(() => this.faceOf(this.inHand));
  readonly brings = $derived.by(() => {
    const target = this.pending ?? this.aimed;
    return target ? (this.#effects[target.move] ?? null) : null;
  });
  readonly refillCount = $derived.by(() => this.#effects[REFILL]?.refill ?? 0);
  /** Where the mover's disc would go; the same for every place of a tile. */
  readonly landing = $derived.by(() => {
    const seat = this.view.to_move;
    if (this.inHand === null || seat === null) return null;
    const move = movesOf(this.moves, this.inHand)[0]?.move;
    const progress = move === undefined ? undefined : this.#effects[move]?.progress;
    return progress === undefined ? null : { seat, progress };
  });

  faceOf(choice: number | null): Face | null {
    if (choice === null) return null;
    return this.view.wheel[this.view.available[choice - 1] ?? -1] ?? null;
  }

  /** How many goals a move would meet; null while that is not known. */
  met = (move: string): number | null => this.#effects[move]?.goals.length ?? null;

  ask(choice: number | typeof REFILL): Promise<void> {
    const known = this.#asked.get(choice);
    if (known) return known;
    const asking = this.#fetch(choice);
    this.#asked.set(choice, asking);
    return asking;
  }

  async #fetch(choice: number | typeof REFILL): Promise<void> {
    const number = this.view.number;
    const moves =
      choice === REFILL ? [REFILL] : movesOf(this.moves, choice).map(({ move }) => move);
    try {
      const effects = await this.#props().preview(moves);
      if (this.view.number === number)
        this.#effects = { ...this.#effects, ...(effects as Record<string, NovaPreview>) };
    } catch {
      if (this.view.number === number) this.#asked.delete(choice);
    }
  }

  #forget(number: number, may: boolean): void {
    if (number === this.#number && may) return;
    this.#number = number;
    this.chosen = this.hovered = this.aimed = null;
    this.#effects = {};
    this.#asked = new Map();
  }
}
