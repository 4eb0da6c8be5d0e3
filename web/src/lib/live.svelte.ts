// A table as it lives: one socket that survives a lost connection, a restarted server and a phone
// that slept. What the server sends is kept here; commands get their answers by id.
import { olderChat } from './api';
import { isRefusal, ownRefusal, Refused } from './refused';
import type { ChatLine, LogLine, Preview, Refusal, State } from './types';

export type Connection = 'connecting' | 'open' | 'lost' | 'refused';

/** The part of a WebSocket that is used, so that tests can stand in for it. */
export interface Wire {
  send(text: string): void;
  close(code?: number): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

type Answer = Record<string, unknown>;
interface Waiting {
  resolve: (answer: Answer) => void;
  reject: (error: Refused) => void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const PING_EVERY = 15_000;
const SILENCE = 35_000; // longer than two pings: whoever has not spoken since is gone
const MAX_PREVIEWS = 400;
const FOR_GOOD = new Set([4401, 4404, 1009]); // no use in trying again
const BAD_TOKEN = 4401;

export class Live {
  state = $state.raw<State | null>(null);
  log = $state.raw<LogLine[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  /** Whether more was said before the first line of `chat`. */
  olderChat = $state(false);
  connection = $state<Connection>('connecting');
  /** Why the server will not have us, when `connection` is `refused`. */
  refusal = $state.raw<Refusal | null>(null);
  /** The token of a seat that is somebody else's now: we only watch. */
  seatLost = $state<string | null>(null);
  /** How far the server's clock is ahead of ours, in ms. */
  ahead = $state(0);

  #wire: Wire | null = null;
  #waiting = new Map<number, Waiting>();
  #nextId = 1;
  #since = 0;
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  #closed = false;
  #previews = new Map<string, Promise<Preview>>();
  #listeners = new Set<(state: State) => void>();

  constructor(
    readonly id: string,
    private token: string | null,
    private readonly open: (path: string) => Wire = openSocket,
  ) {
    this.#connect();
    globalThis.addEventListener?.('online', this.#hurry);
    globalThis.document?.addEventListener('visibilitychange', this.#hurry);
  }

  /** Called with every state, in order, none left out. */
  onState(listener: (state: State) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The reader has taken a seat (or given it up): come back as that seat. */
  use(token: string | null): void {
    this.token = token;
    this.#since = 0;
    this.log = []; // another seat may read other lines
    this.chat = [];
    this.olderChat = false;
    this.#drop();
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    globalThis.removeEventListener?.('online', this.#hurry);
    globalThis.document?.removeEventListener('visibilitychange', this.#hurry);
    this.#drop();
  }

  /** Sends a command; its answer, or a `Refused`. */
  command(type: string, body: Record<string, unknown> = {}): Promise<Answer> {
    if (this.connection !== 'open' || !this.#wire)
      return Promise.reject(ownRefusal('refused.offline'));
    const id = this.#nextId++;
    this.#wire.send(JSON.stringify({ ...body, type, id }));
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** Brings what was said before the first line that is here. */
  async hearOlder(): Promise<void> {
    const first = this.chat[0];
    if (!first) return;
    const found = await olderChat(this.id, first.seq);
    if (this.chat[0] !== first) return;
    this.chat = [...found.chat, ...this.chat];
    this.olderChat = found.older_chat;
  }

  /** What moves would bring; each is asked for once as long as the position stands. */
  async preview(moves: string[]): Promise<Record<string, Preview>> {
    const known = this.#previews;
    const number = this.state?.number;
    const unknown = moves.filter((move) => !known.has(move));
    for (let from = 0; from < unknown.length; from += MAX_PREVIEWS) {
      const some = unknown.slice(from, from + MAX_PREVIEWS);
      const answer = this.command('preview', { number, moves: some }).catch((error: unknown) => {
        for (const move of some) known.delete(move);
        throw error;
      });
      for (const move of some)
        known.set(
          move,
          answer.then((all) => (all['previews'] as Record<string, Preview>)[move] ?? {}),
        );
    }
    const found = await Promise.all(
      moves.map(async (move) => [move, await known.get(move)!] as const),
    );
    return Object.fromEntries(found);
  }

  #connect(): void {
    clearTimeout(this.#retry);
    const wire = this.open(`/api/tables/${this.id}/live`);
    this.#wire = wire;
    wire.onopen = () =>
      wire.send(JSON.stringify({ type: 'hello', token: this.token, since: this.#since }));
    wire.onmessage = ({ data }) => {
      if (wire === this.#wire) this.#hear(JSON.parse(data));
    };
    wire.onclose = ({ code }) => {
      if (wire === this.#wire) this.#lose(code);
    };
  }

  #hear(message: { type: string; [field: string]: unknown }): void {
    this.#heard = Date.now();
    if (message.type === 'state') this.#take(message as unknown as State);
    else if (message.type === 'done') this.#settle(message)?.resolve(message);
    else if (message.type === 'refused') this.#refuse(message);
    else if (message.type === 'presence') this.#seePresence(message);
    else if (message.type === 'thinking' && this.state) {
      const since = Number(message['since']); // that is: just now
      this.ahead = since - Date.now();
      this.#show({ ...this.state, thinking: { seat: Number(message['seat']), since } });
    }
  }

  #take(state: State): void {
    const before = this.state;
    if (!before || before.number !== state.number) this.#previews = new Map();
    if (this.connection !== 'open') {
      this.connection = 'open';
      this.#tries = 0;
      this.#startBeat();
    }
    if (before && before.you.seat !== null && state.you.seat === null) this.seatLost = this.token;
    this.#since = state.seq;
    this.log = merged(this.log, state.log);
    if (state.older_chat) this.chat = []; // there is a gap: what is before these is asked for
    this.olderChat ||= state.older_chat;
    this.chat = merged(this.chat, state.chat);
    if (state.clocks) this.ahead = state.clocks.at - Date.now();
    this.#show(state);
  }

  #show(state: State): void {
    this.state = state;
    for (const listener of this.#listeners) listener(state);
  }

  #seePresence(message: { [field: string]: unknown }): void {
    if (!this.state) return;
    const present = message['present'] as boolean[];
    const seats = this.state.table.seats.map((seat) => ({
      ...seat,
      present: present[seat.seat] ?? seat.present,
    }));
    this.#show({
      ...this.state,
      watchers: Number(message['watchers']),
      table: { ...this.state.table, seats },
    });
  }

  #settle(message: { [field: string]: unknown }): Waiting | undefined {
    const id = Number(message['id']);
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #refuse(message: { [field: string]: unknown }): void {
    const error = isRefusal(message['error']) ? message['error'] : null;
    const waiting = this.#settle(message);
    if (waiting) waiting.reject(error ? new Refused(error) : ownRefusal('refused.unknown'));
    else if (this.connection !== 'open') this.refusal = error;
  }

  #lose(code: number): void {
    this.#stopBeat();
    this.#wire = null;
    this.#forgetCommands();
    if (this.#closed) return;
    if (code === BAD_TOKEN && this.token !== null) {
      this.seatLost = this.token;
      this.refusal = null;
      this.use(null);
      return;
    }
    if (FOR_GOOD.has(code)) {
      this.connection = 'refused';
      return;
    }
    this.connection = 'lost';
    const wait = Math.min(FIRST_WAIT * 2 ** this.#tries++, LONGEST_WAIT);
    this.#retry = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
  }

  #forgetCommands(): void {
    for (const { reject } of this.#waiting.values()) reject(ownRefusal('refused.offline'));
    this.#waiting.clear();
  }

  #drop(): void {
    clearTimeout(this.#retry);
    this.#stopBeat();
    const wire = this.#wire;
    this.#wire = null;
    wire?.close(1000);
    this.#forgetCommands();
    if (this.connection !== 'connecting') this.connection = 'connecting';
  }

  /** Back online or back in sight: do not wait out the pause. */
  #hurry = (): void => {
    if (this.connection !== 'lost' || globalThis.document?.hidden || this.#wire) return;
    this.#tries = 0;
    this.#connect();
  };

  #startBeat(): void {
    this.#stopBeat();
    this.#beat = setInterval(() => {
      if (Date.now() - this.#heard > SILENCE) {
        const wire = this.#wire;
        this.#lose(1006);
        wire?.close();
      } else this.command('ping').catch(() => undefined);
    }, PING_EVERY);
  }

  #stopBeat(): void {
    clearInterval(this.#beat);
  }
}

/** New lines behind old ones; a line that is known already is not taken twice. */
export function merged<Line extends { seq: number }>(old: Line[], fresh: Line[]): Line[] {
  const last = old.at(-1)?.seq ?? 0;
  const added = fresh.filter((line) => line.seq > last);
  return added.length ? [...old, ...added] : old;
}

function openSocket(path: string): Wire {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}${path}`) as Wire;
}
