// The move that is being made up: what can be chosen, what is chosen so far, what it would bring.
import { untrack } from 'svelte';
import { Previews } from '../../lib/previews.svelte';
import type { BoardProps } from '../contract';
import { aims } from './aims';
import type { Compared } from './compared';
import { draft } from './drafts';
import { movesAt, payments, read, sowings, sowingSteps } from './moves';
import { discsToPlace, liveSpaces, raisableDiscs } from './offers';
import type { NomadsPreview, NomadsView } from './types';

/** Where a sowing would go, drawn on the ground. */
export interface Course {
  from: number;
  clockwise: boolean;
  steps: number;
}

export class Consideration {
  #table: () => BoardProps;
  #previews = new Previews<NomadsPreview>();

  picked = $state<number | null>(null);
  looked = $state<number | null>(null);
  aim = $state<string | null>(null);
  card = $state<string | null>(null);
  placing = $state<string | null>(null);
  /** The direction whose sowing is drawn while none is aimed at: clockwise, or not. */
  side = $state(true);
  ways = $state<{ clockwise: string | null; counter: string | null }>({
    clockwise: null,
    counter: null,
  });

  constructor(table: () => BoardProps) {
    this.#table = table;
    $effect(() => {
      const { moves, preview } = table();
      const wanted = [...this.#sowable, ...(this.open ?? [])];
      if (this.#aimedMove) wanted.push(this.#aimedMove);
      if (this.view.asks === 'top') wanted.push(...this.legal);
      if (wanted.length && moves) untrack(() => this.#previews.want(wanted, preview));
    });
  }

  // ---- what the table says ---------------------------------------------------------------------

  view = $derived.by(() => this.#table().view as NomadsView);
  pending = $derived.by(() => this.#table().pending);
  hint = $derived.by(() => this.#table().hint);
  /** The best move and the one that was made, where they are compared; the best one lies above. */
  compared = $derived.by((): Compared[] => {
    const { hint, made = null } = this.#table();
    if (hint === null || made === null) return [];
    return [
      { kind: 'made', move: made },
      { kind: 'best', move: hint },
    ];
  });

  // ---- what can be chosen ---------------------------------------------------------------------

  legal = $derived.by(() => this.#table().moves ?? []);
  placeable = $derived(discsToPlace(this.legal));
  disc = $derived(
    this.placeable.find((name) => name === this.placing) ?? this.placeable[0] ?? null,
  );
  /** The spaces that can be chosen now, and the move that choosing plays, if it plays one. */
  live = $derived(liveSpaces(this.legal, this.disc));
  /** Discs that Red may put on top, as "space.height" counted from 0. */
  raisable = $derived(raisableDiscs(this.legal));
  /** The space picked or looked at. */
  at = $derived(this.picked ?? this.looked);
  #sowable = $derived(
    this.at === null ? [] : movesAt(this.legal, this.at).filter((m) => read(m)?.kind === 'sow'),
  );
  wayNow = $derived.by(() => {
    const { at } = this;
    if (at === null || !this.#sowable.length) return null;
    const of = (chosen: string | null, clockwise: boolean): string | null =>
      chosen && this.#sowable.includes(chosen)
        ? chosen
        : (sowings(this.legal, at, clockwise)[0] ?? null);
    return { clockwise: of(this.ways.clockwise, true), counter: of(this.ways.counter, false) };
  });
  /** The arrows at the picked tower. */
  arrows = $derived.by(() => {
    if (this.picked === null || !this.wayNow || this.pending !== null) return [];
    const { clockwise, counter } = this.wayNow;
    return [
      ...(counter ? [{ move: counter, clockwise: false }] : []),
      ...(clockwise ? [{ move: clockwise, clockwise: true }] : []),
    ];
  });
  /** The ways to pay for the card that is being written. */
  open = $derived.by(() => (this.card === null ? undefined : payments(this.legal).get(this.card)));

  // ---- what it would bring --------------------------------------------------------------------

  #aimedMove = $derived.by(() => {
    const direct =
      this.at === null || !this.#table().moves ? null : (this.live.get(this.at) ?? null);
    return this.pending ?? this.aim ?? direct ?? this.#sideMove;
  });
  /** Of a tower's two sowings one at a time is drawn, so that it can be read. */
  #sideMove = $derived.by(() => {
    if (!this.wayNow) return null;
    const { clockwise, counter } = this.wayNow;
    return (this.side ? clockwise : counter) ?? clockwise ?? counter;
  });
  aimed = $derived(this.#aimedMove === null ? null : (this.known[this.#aimedMove] ?? null));
  /** What is told in words; Red's discs have their outcome beside them already. */
  told = $derived.by(() => {
    return this.pending !== null || this.view.asks !== 'top' || this.#aimedMove === 'stay'
      ? this.aimed
      : null;
  });
  courses = $derived.by((): Course[] => (this.aimed ? course(this.#aimedMove, this.aimed) : []));
  drafted = $derived.by(() => draft(this.view, this.#aimedMove, this.aimed ?? undefined));

  get known(): Record<string, NomadsPreview> {
    return this.#previews.known;
  }

  /** A new position: what was thought of the old one is gone. */
  turn(number: number): void {
    this.#previews.turn(number);
  }

  aimAt = (move: string | null): void => {
    this.aim = move;
  };

  /** What makes a button offer a move: it is marked if it is, and aimed at when pointed at. */
  offers(move: string, onmove: (move: string) => void) {
    return {
      'data-move': move,
      'data-hinted': this.hint === move ? '' : undefined,
      'data-pending': this.pending === move ? '' : undefined,
      onclick: () => onmove(move),
      ...aims(move, this.aimAt),
    };
  }

  /** Which of the two moves that are compared it is. */
  kindOf(move: string) {
    return this.compared.find((one) => one.move === move)?.kind ?? null;
  }

  /** Of the ways to sow in a direction, go by this one. */
  goBy(clockwise: boolean, move: string): void {
    this.ways = { ...this.ways, [clockwise ? 'clockwise' : 'counter']: move };
  }

  forget(): void {
    this.picked = null;
    this.aim = null;
    this.card = null;
    this.ways = { clockwise: null, counter: null };
  }
}

function course(move: string | null, preview: NomadsPreview): Course[] {
  const parts = move === null ? null : read(move);
  const discs = (preview.dropped ?? []).reduce((sum, fall) => sum + fall.discs.length, 0);
  if (parts?.kind !== 'sow' || !discs) return [];
  return [{ from: parts.space, clockwise: parts.clockwise, steps: sowingSteps(parts, discs) }];
}
