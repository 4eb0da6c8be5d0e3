// The server's requests (docs/protocol.md). Whatever is refused is thrown as `Refused`.
import { isRefusal, ownRefusal, Refused } from './refused';
import { deviceKey } from './key';
import { playerNames } from './names';
import { allTokens, keepToken, tokenOf } from './seats';
import type { ChatLine, Clock, LogLine, Origin, Standing, State, Summary, View } from './types';

/** What a table may choose (moonlit/core/options.py). */
export interface Option {
  name: string;
  /** true or false; a choice for each seat, all different, null by chance; a seat for each field;
   *  the game's own. */
  kind: 'flag' | 'names' | 'seats' | 'table';
  /** For which numbers of players; null: for all. */
  players: number[] | null;
  default: unknown;
  choices: string[];
  fields: string[];
  /** Of the fields: those that cannot be one seat. */
  apart: string[];
  /** By the lobby; otherwise it is for the library and the API. */
  offered: boolean;
}

/** A number behind a score at the end (moonlit/core/columns.py). */
export interface Column {
  field: string;
  form: 'number' | 'minus' | 'list';
  /** A field that, when true, puts the game's mark behind the value. */
  mark: string | null;
}

export interface GameInfo {
  name: string;
  /** The numbers of players it can be played by, in order. */
  seats: number[];
  options: string[];
  levels: string[];
  designers: string[];
  publishers: string[];
  schema: Option[];
  /** The columns of its standings, by the number of players. */
  columns: Record<string, Column[]>;
  /** Which seats play together, by the number of players: each seat's company. */
  companies?: Record<string, number[]>;
  /** A drawing, as the source of an svg. */
  emblem: string;
  /** Where it is shown, low first. */
  order: number;
  /** It comes with the server; the words of any other are asked for. */
  bundled: boolean;
  /** Seats know different things: no seat is given to somebody else. */
  secrets?: boolean;
}

export type SeatPlan = { kind: 'open' } | { kind: 'bot'; level: string };

export interface NewTable {
  game: string;
  players: number;
  options?: Record<string, unknown>;
  seats?: SeatPlan[];
  clock?: Clock | null;
  listed?: boolean;
  join?: 'link' | 'closed';
  name: string | null;
  ready?: boolean;
  /** The result counts for ratings. */
  rated?: boolean;
  /** Whose members find it in their list. */
  club?: string | null;
}

export interface Seated {
  id: string;
  seat: number | null;
  token: string;
  path: string;
  state: State;
}

export type MySummary = Summary & { seat: number; your_turn: boolean };

export interface Replay {
  game: string;
  players: string[];
  options: Record<string, unknown>;
  moves: string[];
  views: View[];
  log: LogLine['entries'][];
  standings: Standing[] | null;
  origin?: Origin | null;
}

interface Asking {
  body?: unknown;
  token?: string | null;
  method?: string;
}

export async function ask<T>(path: string, { body, token, method }: Asking = {}): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (token) headers['Authorization'] = `Bearer ${token}`;
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw ownRefusal('refused.offline');
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as T;
  const error = (answer as { error?: unknown } | null)?.error;
  if (isRefusal(error)) throw new Refused(error, response.status);
  throw ownRefusal(response.status >= 500 ? 'refused.offline' : 'refused.unknown');
}

/** The server itself. */
export interface About {
  version: string;
  /** Where its documentation is, if it has any. */
  docs: string | null;
  /** Games may count for ratings. */
  ratings: boolean;
  /** It draws PNG, not only SVG. */
  pixels: boolean;
}

export function about(): Promise<About> {
  return ask('/about');
}

/** In the order in which they are to be shown. */
export function games(): Promise<GameInfo[]> {
  return ask<GameInfo[]>('/games');
}

export async function createTable(table: NewTable): Promise<Seated> {
  const made = await ask<Seated>('/tables', { body: table, token: deviceKey() });
  keepToken(made.id, made.token);
  return made;
}

export async function joinTable(
  id: string,
  guest: { name: string; seat?: number | null; ready?: boolean },
): Promise<Seated> {
  const made = await ask<Seated>(`/tables/${id}/seats`, { body: guest, token: deviceKey() });
  keepToken(id, made.token);
  return made;
}

/** Before the start, by the host. */
export function changeTable(id: string, changes: Record<string, unknown>): Promise<unknown> {
  return ask(`/tables/${id}`, { method: 'PUT', body: changes, token: tokenOf(id) });
}

export async function openTables(game?: string): Promise<Summary[]> {
  const query = game ? `?game=${encodeURIComponent(game)}` : '';
  return (await ask<{ tables: Summary[] }>(`/tables${query}`)).tables;
}

export async function myTables(): Promise<MySummary[]> {
  const tokens = allTokens();
  if (!tokens.length) return [];
  return (await ask<{ tables: MySummary[] }>('/mine', { body: { tokens } })).tables;
}

export function tableState(id: string, token: string | null): Promise<State> {
  return ask<State>(`/tables/${id}`, { token });
}

/** The seat that the reader has at a table; null: none. */
export async function seatAt(id: string): Promise<number | null> {
  const token = tokenOf(id);
  if (!token) return null;
  return tableState(id, token).then(
    ({ you }) => you.seat,
    () => null,
  );
}

export function olderChat(
  id: string,
  before: number,
): Promise<{ chat: ChatLine[]; older_chat: boolean }> {
  return ask(`/tables/${id}/chat?before=${before}`, { token: tokenOf(id) });
}

/** Asks for a rematch; whoever asks second finds the first one's table. */
export async function askRematch(id: string): Promise<string> {
  const made = await ask<{ id: string }>(`/tables/${id}/rematch`, { body: {}, token: tokenOf(id) });
  return made.id;
}

/** A rematch has the same seats with the same tokens; whoever goes there wants to play. */
export async function enterRematch(from: string, to: string): Promise<void> {
  const token = tokenOf(from);
  if (!token) return;
  keepToken(to, token);
  const { table, you } = await tableState(to, token);
  if (table.status !== 'open' || you.seat === null || table.seats[you.seat]?.ready) return;
  await ask(`/tables/${to}/ready`, { body: { ready: true }, token }).catch(() => undefined);
}

export async function tableReplay(id: string): Promise<Replay> {
  return named(await ask<Replay>(`/tables/${id}/replay`));
}

/** The best of the bots' games of a day that is over. */
export async function daySolution(date: string): Promise<Replay> {
  return named(await ask<Replay>(`/daily/${encodeURIComponent(date)}/solution`));
}

export async function replayRecord(record: unknown): Promise<Replay> {
  return named(await ask<Replay>('/replay', { body: { record } }));
}

/** With the names that the table showed, bots' as well. */
function named(replay: Replay): Replay {
  const players = playerNames(replay.players);
  return { ...replay, players, views: replay.views.map((view) => ({ ...view, players })) };
}

export function tableRecord(id: string): Promise<unknown> {
  return ask<unknown>(`/tables/${id}/record`);
}
