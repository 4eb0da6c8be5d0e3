import { beforeEach, expect, it, vi } from 'vitest';
import type { Live } from '../../lib/live.svelte';
import { ownRefusal, Refused } from '../../lib/refused';
import type { State } from '../../lib/types';

vi.stubGlobal('matchMedia', () => ({ matches: false }));
const { settings } = await import('../../lib/settings.svelte');
const { Playing } = await import('./game.svelte');

const state = (number: number, seat: number) =>
  ({
    number,
    seq: number,
    view: {},
    moves: seat === 0 ? ['1@0,0', '2@0,0'] : null,
    to_move: seat,
    ended: null,
    you: { seat: 0 },
    last: { number: number - 1, seat: 0, move: '1@0,0' },
    table: { game: 'two-owls', seats: [{ seat: 0, kind: 'guest', name: 'Ana' }] },
  }) as unknown as State;

let told: (next: State) => void;
let answer: { done: (body: object) => void; refuse: (why: Error) => void };
let game: InstanceType<typeof Playing>;

beforeEach(() => {
  settings.confirm = false;
  const live = {
    state: state(4, 0),
    log: [],
    onState: (hear: typeof told) => ((told = hear), () => {}),
    preview: async () => ({}),
    command: () => new Promise((done, refuse) => (answer = { done, refuse })),
  };
  game = new Playing(live as unknown as Live);
});

it('shows a move while it is on its way, until the next position comes', async () => {
  game.choose('1@0,0');
  expect([game.sent, game.pending]).toEqual(['1@0,0', null]);
  answer.done({ number: 5 });
  await vi.waitFor(() => expect(game.busy).toBe(false));
  expect(game.sent).toBe('1@0,0'); // nothing flickers between the answer and the position
  told(state(5, 1));
  expect(game.sent).toBeNull();
});

it('takes back what was refused', async () => {
  game.choose('2@0,0');
  answer.refuse(new Refused({ topic: 'page', key: 'refused.unknown', args: {}, text: 'No.' }, 409));
  await vi.waitFor(() => expect(game.error).not.toBeNull());
  expect(game.sent).toBeNull();
  told(state(4, 0)); // somebody has come to watch, perhaps
  expect(game.error).not.toBeNull();
});

it('no longer says that the server is gone when it is there', async () => {
  game.choose('2@0,0');
  answer.refuse(ownRefusal('refused.offline'));
  await vi.waitFor(() => expect(game.error).not.toBeNull());
  told(state(4, 0));
  expect(game.error).toBeNull();
});

it('leaves a move that was confirmed where it is', () => {
  settings.confirm = true;
  game.choose('1@0,0');
  expect([game.sent, game.pending]).toEqual([null, '1@0,0']);
  game.confirm();
  expect([game.sent, game.pending]).toEqual([null, '1@0,0']);
});

it('sends no second move before the position has come', async () => {
  game.choose('1@0,0');
  const first = answer;
  first.done({ number: 5 });
  await vi.waitFor(() => expect(game.busy).toBe(false));
  game.choose('2@0,0');
  expect([answer === first, game.sent]).toEqual([true, '1@0,0']);
});

it('is not troubled by a hint that fails while a move is on its way', async () => {
  void game.ask();
  const hint = answer;
  const played = game.play('1@0,0');
  const move = answer;
  hint.refuse(new Refused({ topic: 'page', key: 'refused.unknown', args: {}, text: 'No.' }, 409));
  await vi.waitFor(() => expect(game.hinting).toBe(false));
  move.done({ number: 5 });
  expect(await played).toBeNull();
  expect(game.sent).toBe('1@0,0');
});

it('tells who asked to take a move back that somebody does not agree', () => {
  const asking = { asked: { seat: 0, to: 3, agreed: [] }, can: true };
  told({ ...state(4, 1), undo: asking, log: [] });
  expect(game.notice).toBeNull();
  const entries = [{ key: 'log.undo_refused', args: { seat: 0 } }];
  const line = { seq: 9, at: 0, number: null, seat: 0, move: null, topic: 'server', entries };
  told({ ...state(4, 1), undo: { asked: null, can: true }, log: [line] });
  expect(game.notice).toContain('undo_refused');
  told({ ...state(5, 0), undo: { asked: null, can: true }, log: [] });
  expect(game.notice).toBeNull();
});
