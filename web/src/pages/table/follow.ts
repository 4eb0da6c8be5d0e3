// What a reader needs to follow the others: how long a move is shown, and what is marked.
import { gameModule } from '../../games';
import { MIN_SHOWN } from '../../lib/paced.svelte';
import { isStill, pace } from '../../lib/pace';
import type { LastMove, LogLine, State } from '../../lib/types';

const STILL = 0.7; // of the normal time, where nothing travels: it still has to be read
const MAX_MARKED = 12;

/** For how long a state is to be seen. */
export function timeOf(state: State, before: State | null): number {
  const factor = isStill() ? STILL : pace();
  const lasts = gameModule(state.table.game)?.lasts;
  const moves =
    lasts && before?.view && state.view && state.number === before.number + 1
      ? lasts(before.view, state.view)
      : 0;
  return Math.max(MIN_SHOWN, isStill() ? 0 : moves) * factor;
}

/** What the others have done since the reader's last move, the newest last. */
export function movesSince(
  log: readonly LogLine[],
  { last, you, number }: State,
  onlyLast: boolean,
): LastMove[] {
  if (!last) return [];
  if (onlyLast || you.seat === null || last.seat === you.seat) return [last];
  const made = new Map<number, LastMove>(); // a number that was taken back is filled anew
  for (const { number: at, seat, move } of log)
    if (at !== null && seat !== null && move !== null) made.set(at, { number: at, seat, move });
  const since: LastMove[] = [];
  for (let at = number - 1; since.length < MAX_MARKED; at--) {
    const move = at === last.number ? last : made.get(at);
    if (!move || move.seat === you.seat) break;
    since.unshift(move);
  }
  return since;
}
