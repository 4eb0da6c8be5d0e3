// What a table hands to a board, and what a board does for a table. A board draws a view and
// offers legal moves; it contains no rules: what a move would bring it asks with `preview`.
// On a phone the table has a bar at the bottom; `--bar-room` is how high it is.
import type { Component } from 'svelte';
import type { LastMove, Preview, Seat, View } from '../lib/types';

export interface BoardProps {
  view: View;
  /** The legal moves, when it is the reader's turn and they may play; else null. */
  moves: string[] | null;
  /** The move that led here, to be marked and animated; null at the start. */
  last: LastMove | null;
  seats: Seat[];
  /** The reader's seat; null for a spectator or a replay. */
  you: number | null;
  /** What legal moves would bring; answers come from the server and are remembered. */
  preview: (moves: string[]) => Promise<Record<string, Preview>>;
  /** The reader has chosen a whole move. The table plays it, or asks to confirm it first. */
  choose: (move: string) => void;
  /** A chosen move that waits to be confirmed: the board shows its ghost. */
  pending: string | null;
  /** The pending move is on its way already: there is nothing to confirm. */
  sent?: boolean;
  /** The reader has changed their mind about the pending move. */
  cancel: () => void;
  /** A move suggested by a bot: the board points at it. */
  hint: string | null;
}

/** Every folder under boards/ is a game and exports these from index.ts. */
export interface BoardModule {
  default: Component<BoardProps>;
}
