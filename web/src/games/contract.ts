// What a game's folder brings to the page, and what a table hands to a board and a board does for a
// table. A board draws a view and offers legal moves; it contains no rules: what a move would bring
// it asks with `preview`. On a phone the table has a bar at the bottom; `--bar-room` is how high it is.
// `--board-less` is how much lower than the screen a wide board should be, where something lies below.
import type { Component } from 'svelte';
import type { Change } from '../lib/patch';
import type { LastMove, Preview, Seat, Standing, View } from '../lib/types';

/** Every folder beside this file is a game, and its index.ts exports one of these as default. */
export interface GameModule {
  board: Lazy<Component<BoardProps>>;
  /** What is seen through the game's window on the home page: an svg of 400 by 280. */
  scene?: Lazy<Component>;
  /** The introduction, made by web/lessons.py from the lesson.toml beside it. */
  lesson?: Lazy<Step[]>;
  /** Arguments of log entries and previews that are notation, as words. By the argument's name. */
  readable?: Lazy<Readable>;
  /** Keys of its own, for the list of keys: what is pressed, and the word for what it does. */
  keys?: readonly (readonly [key: string, word: string])[];
  /** The word for how these standings are read, where games end in more than one way. */
  how?: (standings: readonly Standing[]) => string;
  /** What counts for each seat so far, and its word with {count}; shown beside the names. */
  score?: (view: View) => { word: string; counts: readonly number[] } | null;
  /** How long a move takes to be followed on the board, in ms at normal pace. */
  lasts?: (before: View, after: View) => number;
  /** What the lobby shows of an option's choices besides their names. By the option's name. */
  choices?: Record<string, Choices>;
}

/** Loaded when it is first needed. */
export type Lazy<T> = () => Promise<{ default: T }>;

export type Readable = Record<string, (value: unknown, names: readonly string[]) => unknown>;

export interface Choices {
  /** A portrait of a choice, drawn inside an svg, centered, radius 20. */
  portrait?: Lazy<Component<{ name: string }>>;
  /** What it means to choose it. */
  about?: (choice: string) => string;
}

export interface BoardProps {
  view: View;
  /** The legal moves, when it is the reader's turn and they may play; else null. */
  moves: string[] | null;
  /** The move that led here, to be marked and animated; null at the start. */
  last: LastMove | null;
  /** The moves to be marked: what the others did since the reader's last; left out: the last. */
  marked?: readonly LastMove[];
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
  /** The move that was made here, where the hint is the best one and both are to be compared: the
   *  board draws the two side by side, each with its MoveTag. Both are among the moves. */
  made?: string | null;
  /** What is shown here, said instead of whose turn it is and what they are asked: nobody moves. */
  caption?: string | null;
}

/** A step of an introduction: a real position, and what answers its question. */
export interface Step {
  id: string;
  view: View;
  last: LastMove | null;
  /** What the reader may do here; fewer than the rules would allow where that helps. */
  moves: string[];
  previews: Record<string, Preview>;
  /** For each right move, how the view changes. */
  after: Record<string, Change>;
}
