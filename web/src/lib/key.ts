// The key of this browser: it proves whose results and, once the reader is a player, whose seats
// these are. The server keeps its hash alone.
import { recall, remember } from './stored';

/** Letters that nobody guesses. */
export function randomText(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** The key; made here at the first call. */
export function playerKey(): string {
  const kept = recall<string | null>('player', null);
  if (kept) return kept;
  const made = randomText();
  remember('player', made);
  return recall<string | null>('player', null) ?? made; // another window may have been first
}

/** The same, if it is the key of a player's device; null: the reader is a guest. */
export function deviceKey(): string | null {
  return recall('signed_in', false) ? recall<string | null>('player', null) : null;
}

/** The server knows this browser as a player's, or not any more: then its key is worth nothing. */
export function setSignedIn(yes: boolean): void {
  if (!yes && recall('signed_in', false)) remember('player', null);
  remember('signed_in', yes);
}
