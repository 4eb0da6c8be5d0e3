// How a solo game compares: with one's own best in this browser, and with what the bots score.
import { recall, remember } from '../../lib/stored';

/** The median score of each level, measured by bench/solo.py; of master there are too few games. */
export const LEVELS: readonly (readonly [level: string, score: number])[] = [
  ['novice', 121],
  ['casual', 110],
  ['club', 102],
  ['expert', 98],
];

const MAX_KEPT = 5;

export interface Result {
  score: number;
  /** The tiles that were laid, so that one game counts once. */
  game: string;
}

/** One's best games so far, the best first, with a new one among them. */
export function withResult(known: readonly Result[], result: Result): Result[] {
  if (known.some(({ game }) => game === result.game)) return [...known];
  return [...known, result].sort((one, other) => one.score - other.score).slice(0, MAX_KEPT);
}

export const bestResults = (): Result[] => recall<Result[]>('solo', []);

export function keepResult(result: Result): Result[] {
  const next = withResult(bestResults(), result);
  remember('solo', next);
  return next;
}

/** The strongest level that a score is at least as good as. */
export function levelOf(score: number): string | null {
  return LEVELS.findLast(([, median]) => score <= median)?.[0] ?? null;
}
