// Moves of any notation, grouped by their parts: "take 2", "take 3" and "pass" are two groups.

/** Words and numbers are parts; what stands between them is not. A minus belongs to its number. */
const PART = /(?<![\p{L}\p{N}])-\p{N}+|[\p{L}\p{N}_?]+/gu;
const BETWEEN = /^[^\p{L}\p{N}_?-]+(?=.)/u;
const FEW = 14; // so many are all shown at once

export interface Choice {
  move: string;
  /** What is left of the move to be read. */
  rest: string;
}

export interface Group {
  /** How all its moves begin. */
  start: string;
  choices: Choice[];
}

export interface Grouped {
  /** How all moves begin. */
  start: string;
  groups: Group[];
  /** Few enough to be shown without opening a group first. */
  few: boolean;
}

export function grouped(moves: readonly string[]): Grouped {
  const shared = sharedParts(moves);
  const start = beginning(moves[0] ?? '', shared);
  const found = new Map<string, string[]>();
  for (const move of moves) {
    const key = beginning(move, shared + 1);
    found.set(key, [...(found.get(key) ?? []), move]);
  }
  const groups = [...found].map(([key, all]) => ({
    start: after(key, start),
    choices: all.map((move) => ({
      move,
      rest: all.length > 1 ? after(move, key) : after(move, start),
    })),
  }));
  return { start, groups, few: moves.length <= FEW || groups.length === moves.length };
}

/** How many parts all moves have in common, at their beginning; never a whole move. */
function sharedParts(moves: readonly string[]): number {
  const most = Math.min(...moves.map((move) => partsOf(move).length)) - 1;
  let count = 0;
  while (count < most && new Set(moves.map((move) => beginning(move, count + 1))).size === 1)
    count++;
  return count;
}

function partsOf(move: string): RegExpExecArray[] {
  return [...move.matchAll(PART)];
}

/** A move up to the end of so many parts; all of it, if it has no more. */
function beginning(move: string, count: number): string {
  if (count === 0) return '';
  const part = partsOf(move)[count - 1];
  return part ? move.slice(0, part.index + part[0].length) : move;
}

/** What follows a beginning, without what stands between. */
function after(move: string, start: string): string {
  return start ? move.slice(start.length).replace(BETWEEN, '') : move;
}

/** A piece of notation with its parts in words. */
export function inWords(text: string, word: (part: string) => string): string {
  return text.replace(PART, (part) => word(part));
}
