// Something the server works out behind the games: asked for, waited for, there.
import { Refused, sayError } from '../../lib/refused';
import type { Progress } from '../../lib/review';

const OFTEN = 700; // ms between two looks at how far it has come, where it is not pushed
const SILENCE = 10_000; // ms after which a connection counts as cut
const AGAIN = 3000; // ms between two tries to reach a server that cannot be reached
const TRIES = 20;

export interface Coming {
  done: number;
  total: number;
  waits: boolean;
}

export class Polled<T extends Progress> {
  found = $state.raw<T | null>(null);
  /** How far it has come; null: nobody waits for it. */
  coming = $state.raw<Coming | null>(null);
  error = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #source: EventSource | undefined;
  #isDeaf = false; // nothing that is pushed comes through
  #lost = 0; // how often the server could not be reached
  #ended = false;

  constructor(
    readonly ask: () => Promise<T>,
    readonly look: () => Promise<T>,
    readonly then: () => void = () => {},
    readonly often = OFTEN,
    /** Where it is told, pushed, how far it has come. */
    readonly pushed: string | null = null,
  ) {}

  /** Has it made, or finds it made. */
  start(): void {
    if (this.found || this.coming) return;
    this.error = null;
    this.coming = { done: 0, total: 0, waits: false };
    void this.#take(this.ask());
  }

  /** Somebody may have asked for it before. */
  async peek(): Promise<void> {
    const told = await this.look().catch(() => null);
    const asked = told && told.status !== 'none' && told.status !== 'failed';
    if (asked && !this.found && !this.coming) await this.#take(Promise.resolve(told));
  }

  stop(): void {
    this.#ended = true;
    this.#hangUp();
  }

  async #take(coming: Promise<T>): Promise<void> {
    try {
      const told = await coming;
      const { status, error } = told;
      this.#lost = 0;
      if (status === 'done') {
        this.found = told;
        this.coming = null;
        this.then();
      } else if (status === 'failed' && error) {
        throw new Refused(error, 500);
      } else if (!this.#ended) {
        this.#show(told);
        if (status !== 'none' && this.#listen()) return;
        // a server that was started again knows nothing of it any more
        const next = status === 'none' ? this.ask : this.look;
        this.#after(this.often, next);
      }
    } catch (found) {
      if (this.#isCut(found)) return this.#after(AGAIN, this.look);
      this.coming = null;
      this.error = sayError(found);
    }
  }

  #show({ status, done = 0, total = 0 }: Progress): void {
    this.coming = { done, total, waits: status === 'waiting' };
  }

  /** No connection for now, while the server is at it. */
  #isCut(found: unknown): boolean {
    const isOffline = found instanceof Refused && found.refusal.key === 'refused.offline';
    return isOffline && !this.#ended && !!this.coming?.total && ++this.#lost <= TRIES;
  }

  /** Where nothing comes for long, or the connection is cut, it is looked at and listened to again. */
  #listen(): boolean {
    if (this.pushed === null || this.#isDeaf || !('EventSource' in globalThis)) return false;
    let heard = false;
    this.#after(SILENCE, this.look);
    const source = (this.#source = new EventSource(this.pushed));
    source.onmessage = ({ data }: MessageEvent<string>) => {
      heard = true;
      const told = JSON.parse(data) as T;
      const goesOn = told.status === 'waiting' || told.status === 'working';
      if (goesOn) this.#show(told);
      if (told.status === 'none') this.#after(this.often, this.ask);
      else this.#after(goesOn ? SILENCE : 0, this.look);
    };
    source.onerror = () => {
      source.close();
      this.#isDeaf = !heard;
      this.#after(this.often, this.look);
    };
    return true;
  }

  /** Unless something is heard before. */
  #after(ms: number, next: () => Promise<T>): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#hangUp();
      void this.#take(next());
    }, ms);
  }

  #hangUp(): void {
    clearTimeout(this.#timer);
    this.#source?.close();
  }
}
