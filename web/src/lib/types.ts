// What the server says (docs/protocol.md). A game's own view and preview are typed by its board.

export interface Seat {
  seat: number;
  kind: 'guest' | 'bot' | 'open';
  name: string | null;
  level: string | null;
  ready: boolean;
  host: boolean;
  present: boolean;
  stand_in: boolean;
  resigned: boolean;
  /** From when on another guest may take it from the bot that sits in; null: it is kept. */
  free_from: number | null;
}

export type Clock =
  | { kind: 'move'; seconds: number }
  | { kind: 'game'; seconds: number; increment: number }
  | { kind: 'days'; days: number };

export interface Summary {
  id: string;
  game: string;
  players: number;
  options: Record<string, unknown>;
  clock: Clock | null;
  status: 'open' | 'playing' | 'over';
  listed: boolean;
  join: 'link' | 'closed';
  seats: Seat[];
  number: number;
  to_move: number | null;
  created: number;
  updated: number;
  /** The position of another table that this game was played on from. */
  origin?: Origin | null;
  /** Of which day it is the daily, and whether it is the reader's game that counts. */
  daily?: { date: string; counts: boolean } | null;
  /** The result counts for the ratings of players. */
  rated?: boolean;
  /** Whose members find it in their list. */
  club?: string | null;
}

export interface Origin {
  id: string;
  number: number;
}

export interface Entry {
  key: string;
  args: Record<string, unknown>;
}

export interface LogLine {
  seq: number;
  at: number;
  number: number | null;
  seat: number | null;
  move: string | null;
  topic: string;
  entries: Entry[];
}

export interface ChatLine {
  seq: number;
  at: number;
  seat: number | null;
  name: string;
  text: string;
  /** The reader's company alone reads it. */
  company?: boolean;
}

export interface Standing {
  seat: number;
  place: number;
  score: number;
  [detail: string]: unknown;
}

/** What every game's view has; a board knows the rest. */
export interface View {
  game: string;
  seat: number | null;
  players: string[];
  options: Record<string, unknown>;
  number: number;
  to_move: number | null;
  over: boolean;
  standings: Standing[] | null;
  [detail: string]: unknown;
}

/** What a move would bring, in sentences; a board knows the rest. */
export interface Preview {
  entries?: Entry[];
  [detail: string]: unknown;
}

export interface LastMove {
  number: number;
  seat: number;
  move: string;
}

export interface Clocks {
  running: number | null;
  /** `away`: a vacation until then, and the clock stands still. */
  seats: { left: number; increment: number; away?: number }[];
  at: number;
}

export interface State {
  type: 'state';
  seq: number;
  table: Summary;
  you: { seat: number | null; host: boolean };
  watchers: number;
  number: number;
  to_move: number | null;
  view: View | null;
  moves: string[] | null;
  last: LastMove | null;
  clocks: Clocks | null;
  undo: { asked: { seat: number; to: number; agreed: number[] } | null; can: boolean };
  ended: { by: 'rules' | 'resign'; seat: number | null; standings: Standing[] } | null;
  rematch: string | null;
  thinking: { seat: number; since: number } | null;
  log: LogLine[];
  chat: ChatLine[];
  /** More was said than the server tells at once: the older lines are asked for. */
  older_chat: boolean;
  /** What the reader has planned for their next turn, move by move, in words. */
  plan?: Entry[][] | null;
}

export interface Refusal {
  topic: string;
  key: string;
  args: Record<string, unknown>;
  text: string;
}
