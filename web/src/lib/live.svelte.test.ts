import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Live, merged, type Wire } from './live.svelte';
import { Refused } from './refused';
import type { LogLine, State } from './types';

class FakeWire implements Wire {
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const line = (seq: number) =>
  ({ seq, at: 0, number: seq, seat: 0, move: 'x', topic: 'two-owls', entries: [] }) as LogLine;

const state = (seq: number, number: number, more: Partial<State> = {}) =>
  ({
    type: 'state',
    seq,
    number,
    table: { seats: [{ seat: 0, present: false }] },
    you: { seat: 0, host: false },
    log: [line(seq)],
    chat: [],
    older_chat: false,
    clocks: null,
    thinking: null,
    ...more,
  }) as unknown as State;

let wires: FakeWire[];
let live: Live;
const last = () => wires.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  wires = [];
  live = new Live('abc', 'secret', () => {
    wires.push(new FakeWire());
    return last();
  });
  last().onopen!();
});

afterEach(() => {
  live.close();
  vi.useRealTimers();
});

describe("a seat that is somebody else's now", () => {
  it('is given up, and the table is watched', () => {
    last().say({
      type: 'refused',
      error: { topic: 'server', key: 'bad_token', args: {}, text: '' },
    });
    last().onclose!({ code: 4401 });
    last().onopen!();
    expect(last().sent[0]).toMatchObject({ type: 'hello', token: null, since: 0 });
    last().say(state(3, 2));
    expect(live.connection).toBe('open');
    expect(live.seatLost).toBe('secret');
    expect(live.refusal).toBeNull();
  });
});

it('notices that its seat was taken away', () => {
  last().say(state(3, 2));
  last().say(state(4, 2, { you: { seat: null, host: false } }));
  expect(live.seatLost).toBe('secret');
});

describe('connecting', () => {
  it('says hello with the token and what it has seen', () => {
    expect(last().sent[0]).toEqual({ type: 'hello', token: 'secret', since: 0 });
    last().say(state(3, 2));
    expect(live.connection).toBe('open');
    last().onclose!({ code: 1012 });
    expect(live.connection).toBe('lost');
    vi.advanceTimersByTime(1000);
    last().onopen!();
    expect(wires.length).toBe(2);
    expect(last().sent[0]).toEqual({ type: 'hello', token: 'secret', since: 3 });
    last().say(state(4, 3));
    expect(live.connection).toBe('open');
    expect(live.log.map(({ seq }) => seq)).toEqual([3, 4]);
  });

  it('waits longer each time, up to a bound', () => {
    for (let tries = 0; tries < 12; tries++) {
      last().onclose!({ code: 1006 });
      vi.advanceTimersByTime(12_600);
      expect(wires.length).toBe(tries + 2);
    }
  });

  it('does not come back when the server will not have us', () => {
    last().say({ type: 'refused', error: { topic: 'server', key: 'k', args: {}, text: 'No.' } });
    last().onclose!({ code: 4404 });
    vi.advanceTimersByTime(60_000);
    expect(wires.length).toBe(1);
    expect(live.connection).toBe('refused');
    expect(live.refusal?.text).toBe('No.');
  });

  it('gives up on a server that has gone silent', () => {
    last().say(state(1, 0));
    vi.advanceTimersByTime(60_000);
    expect(wires.length).toBeGreaterThan(1);
  });
});

describe('commands', () => {
  it('get their own answers', async () => {
    last().say(state(1, 0));
    const one = live.command('move', { number: 0, move: 'a' });
    const other = live.command('chat', { text: 'hi' });
    const [{ id: first }, { id: second }] = last().sent.slice(1) as [{ id: 1 }, { id: 2 }];
    last().say({
      type: 'refused',
      id: second,
      error: { topic: 'core', key: 'k', args: {}, text: '' },
    });
    last().say({ type: 'done', id: first, number: 1 });
    await expect(one).resolves.toMatchObject({ number: 1 });
    await expect(other).rejects.toBeInstanceOf(Refused);
  });

  it('are refused while the connection is lost, and when it is lost meanwhile', async () => {
    last().say(state(1, 0));
    const waiting = live.command('move', { number: 0, move: 'a' });
    last().onclose!({ code: 1006 });
    await expect(waiting).rejects.toMatchObject({ refusal: { key: 'refused.offline' } });
    await expect(live.command('undo')).rejects.toBeInstanceOf(Refused);
  });
});

describe('previews', () => {
  it('are asked for once as long as the position stands', async () => {
    last().say(state(1, 0));
    const asked = () => last().sent.filter(({ type }) => type === 'preview');
    const one = live.preview(['a', 'b']);
    last().say({ type: 'done', id: asked()[0]!['id'], previews: { a: { x: 1 }, b: { x: 2 } } });
    expect(await one).toEqual({ a: { x: 1 }, b: { x: 2 } });
    expect(await live.preview(['a'])).toEqual({ a: { x: 1 } });
    expect(asked().length).toBe(1);
    last().say(state(2, 1));
    live.preview(['a']).catch(() => undefined);
    expect(asked().length).toBe(2);
  });
});

describe('small messages', () => {
  it('change presence and thinking', () => {
    last().say(state(1, 0));
    last().say({ type: 'presence', present: [true], watchers: 4 });
    last().say({ type: 'thinking', seat: 1, since: 9 });
    expect(live.state?.watchers).toBe(4);
    expect(live.state?.table.seats[0]?.present).toBe(true);
    expect(live.state?.thinking).toEqual({ seat: 1, since: 9 });
  });
});

it('merges lines once', () => {
  expect(merged([line(1), line(2)], [line(2), line(3)]).map(({ seq }) => seq)).toEqual([1, 2, 3]);
});
