// What the reader does at a table in play: choose, confirm, undo, hint, resign, and what is shown.
import { displayNames } from '../../lib/names';
import type { Live } from '../../lib/live.svelte';
import { Paced } from '../../lib/paced.svelte';
import { movesSince, timeOf } from './follow';
import { Refused, sayError } from '../../lib/refused';
import { sentences, type Told } from '../../lib/review';
import { settings } from '../../lib/settings.svelte';
import { renderLine, renderPreview } from '../../lib/sentences';
import type { LastMove, LogLine, Preview, State } from '../../lib/types';

interface Advised {
  move: string;
  told: LogLine['entries'];
}

const TWICE = 350; // ms; a finger that bounces has not chosen twice

export class Playing {
  pending = $state<string | null>(null);
  /** A move on its way to the server: the board shows it at once, as if it were made. */
  sent = $state<string | null>(null);
  /** What the pending move would bring, in sentences. */
  sentences = $derived.by(() =>
    this.pending ? renderPreview(this.shown.table.game, this.#brings, this.names) : [],
  );
  #brings = $state.raw<Preview | undefined>();
  hint = $state<string | null>(null);
  /** The hint in words. */
  advice = $derived.by(() =>
    renderLine({ topic: this.shown.table.game, entries: this.#told }, this.names),
  );
  #told = $state.raw<LogLine['entries']>([]);
  /** What speaks for it, and against which move. */
  reasons = $derived.by(() => sentences(this.#why, this.names));
  instead = $derived.by(() =>
    this.#instead
      ? renderLine({ topic: this.shown.table.game, entries: this.#instead.told }, this.names)
      : '',
  );
  #why = $state.raw<Told[]>([]);
  #instead = $state.raw<Advised | null>(null);
  error = $state<string | null>(null);
  /** What became of something the reader asked the others. */
  notice = $state<string | null>(null);
  busy = $state(false);
  hinting = $state(false);
  readonly paced = new Paced((state, before) => timeOf(state, before));
  /** Which of the past positions is looked at; null: what is now. */
  #back = $state<number | null>(null);
  /** A move that the reader points at in the log. */
  pointed = $state.raw<LastMove | null>(null);
  #stop: () => void;
  #since = 0;
  /** The error says that the server cannot be reached. */
  #offline = false;

  constructor(readonly live: Live) {
    this.#heard = live.state;
    if (live.state) this.paced.push(live.state);
    this.#stop = live.onState((state) => this.#see(state));
  }

  stop(): void {
    this.#stop();
    this.paced.stop();
  }

  shown = $derived.by(() => this.#then ?? this.paced.shown ?? this.live.state!);
  #then = $derived.by(() =>
    this.#back === null
      ? null
      : (this.paced.past.findLast(({ number }) => number <= this.#back!) ?? null),
  );
  /** The reader looks at an earlier position. */
  looksBack = $derived.by(() => this.#then !== null && this.#then !== this.paced.past.at(-1));
  /** What was shown before the newest position. */
  before = $derived.by(() => this.paced.past.at(-2) ?? null);
  canStepBack = $derived.by(
    () => this.paced.past.length > 1 && this.shown.number > this.paced.past[0]!.number,
  );
  marked = $derived.by(() =>
    this.pointed ? [this.pointed] : movesSince(this.log, this.shown, this.looksBack),
  );
  names = $derived.by(() => displayNames(this.shown.table.seats));
  /** The newest position is on the table: nothing waits to be shown. */
  current = $derived.by(() => this.paced.waiting === 0 && !this.looksBack);
  /** A bot sits in for the reader. */
  away = $derived.by(() => {
    const { you, table } = this.shown;
    return you.seat !== null && table.seats[you.seat]?.kind === 'bot';
  });
  yours = $derived.by(() => {
    const { ended, to_move, you } = this.shown;
    return this.current && !ended && !this.away && to_move !== null && to_move === you.seat;
  });
  moves = $derived.by(() => (this.yours ? this.shown.moves : null));
  /** The view with everybody's name in it, bots' as well. */
  view = $derived.by(() => {
    const { view, ended } = this.shown;
    const named = { ...view!, players: this.names };
    // a game that was resigned is over as well, whatever its rules say
    return ended ? { ...named, over: true, to_move: null, standings: ended.standings } : named;
  });
  seats = $derived.by(() =>
    this.shown.table.seats.map((seat) => ({ ...seat, name: this.names[seat.seat]! })),
  );
  log = $derived.by(() => this.live.log.filter(({ seq }) => seq <= this.shown.seq));
  /** What another has done last, in words. */
  happened = $derived.by(() => {
    const line = this.log.findLast(({ number }) => number !== null);
    const own = line?.seat === this.shown.you.seat;
    return line && !own && !this.shown.ended ? renderLine(line, this.names) : '';
  });
  guests = $derived.by(
    () =>
      this.shown.table.seats.filter(({ kind, stand_in }) => kind === 'guest' || stand_in).length,
  );

  /** What the server said last, which may not be shown yet. */
  #heard: State | null = null;

  #see(state: State): void {
    if (this.#heard?.number !== state.number) this.#forget();
    this.#hearAnswer(state);
    this.#heard = state;
    if (this.#offline) this.error = null; // there is the server again
    this.#offline = false;
    this.paced.push(state);
  }

  /** One position back, or forth. */
  step(by: -1 | 1): void {
    const { past } = this.paced;
    const at = past.findIndex(({ number }) => number === this.shown.number);
    const next = past[at + by];
    this.#forget();
    if (next) this.#back = next === past.at(-1) ? null : next.number;
  }

  /** To what is now. */
  toNow(): void {
    this.#back = null;
    this.paced.skip();
  }

  /** Whoever asked to take a move back is told that somebody does not agree. */
  #hearAnswer(state: State): void {
    const asked = this.#heard?.undo?.asked;
    if (!asked || asked.seat !== state.you.seat || state.undo.asked) return;
    const line = state.log.findLast(({ topic, entries }) =>
      entries.some(({ key }) => topic === 'server' && key === 'log.undo_refused'),
    );
    if (line) this.notice = renderLine(line, displayNames(state.table.seats));
  }

  #forget(): void {
    this.notice = null;
    this.pending = null;
    this.sent = null;
    this.hint = null;
    this.error = null;
  }

  preview = async (moves: string[]): Promise<Record<string, Preview>> => {
    try {
      return await this.live.preview(moves);
    } catch {
      return {}; // offline, or the position has just changed: the board asks again
    }
  };

  choose = (move: string): void => {
    if (!this.moves?.includes(move) || this.busy || this.sent) return;
    this.error = null;
    if (!settings.confirm) void this.play(move);
    else if (move !== this.pending) void this.#consider(move);
    else if (Date.now() - this.#since > TWICE) this.confirm(); // chosen again: that is a yes
  };

  async #consider(move: string): Promise<void> {
    this.pending = move;
    this.#since = Date.now();
    this.#brings = undefined;
    const { [move]: preview } = await this.preview([move]);
    if (this.pending === move) this.#brings = preview;
  }

  confirm = (): void => {
    if (this.pending) void this.play(this.pending);
  };

  cancel = (): void => {
    this.pending = null;
  };

  /** Plays a move; the sentence that says why not, if it was refused. */
  play = async (move: string): Promise<string | null> => {
    const number = this.shown.number;
    if (!this.busy && !this.pending && this.moves?.includes(move)) this.sent = move;
    const refused = await this.#attempt(() => this.live.command('move', { number, move }));
    if (refused) this.pending = this.sent = null;
    return refused;
  };

  undo = (): Promise<string | null> =>
    this.#attempt(() => this.live.command('undo', { number: this.live.state!.number }));

  answer = (agree: boolean): Promise<string | null> =>
    this.#attempt(() => this.live.command('answer', { agree }));

  /** A hint takes its time, and nobody has to wait for it. */
  ask = async (): Promise<void> => {
    const number = this.shown.number;
    if (this.hinting) return;
    this.hinting = true;
    this.error = null;
    try {
      const answer = await this.live.command('hint', { number });
      if (this.shown.number !== number) return;
      this.hint = String(answer['move']);
      this.#told = answer['told'] as LogLine['entries'];
      this.#why = (answer['why'] ?? []) as Told[];
      this.#instead = (answer['instead'] ?? null) as Advised | null;
    } catch (found) {
      if (this.shown.number === number) this.#complain(found);
    } finally {
      this.hinting = false;
    }
  };

  /** Any other command of the table. */
  command = (type: string, body: Record<string, unknown> = {}): Promise<string | null> =>
    this.#attempt(() => this.live.command(type, body));

  /** Does it; the sentence that says why not, if it was refused. */
  async #attempt(doing: () => Promise<unknown>): Promise<string | null> {
    if (this.busy) return null;
    this.busy = true;
    this.error = null;
    try {
      await doing();
      return null;
    } catch (found) {
      return this.#complain(found);
    } finally {
      this.busy = false;
    }
  }

  #complain(found: unknown): string {
    this.#offline = found instanceof Refused && found.refusal.key === 'refused.offline';
    return (this.error = sayError(found, this.names));
  }
}
