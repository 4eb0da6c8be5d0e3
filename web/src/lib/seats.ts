// The seats this browser holds: a token for each table, the only thing that proves who one is.
import { deviceKey } from './key';
import { recall, remember } from './stored';

const MAX_TOKENS = 200; // as many as the server looks up at once

interface Held {
  token: string;
  at: number;
}

function all(): Record<string, Held> {
  return recall<Record<string, Held>>('seats', {});
}

/** What opens the reader's seat at a table: its token, or a player's key, which opens all theirs. */
export function tokenOf(table: string): string | null {
  return all()[table]?.token ?? deviceKey();
}

export function keepToken(table: string, token: string): void {
  if (token === deviceKey()) return;
  const kept = Object.entries({ ...all(), [table]: { token, at: Date.now() } })
    .sort(([, one], [, other]) => other.at - one.at)
    .slice(0, MAX_TOKENS);
  remember('seats', Object.fromEntries(kept));
}

/** Forgets a token; not the one that another window has got for the table meanwhile. */
export function dropToken(table: string, token = tokenOf(table)): void {
  if (tokenOf(table) !== token) return;
  const { [table]: _, ...rest } = all();
  remember('seats', rest);
}

/** The tokens of seats that were taken as a guest; a rematch shares its token. */
export function guestTokens(): string[] {
  return [...new Set(Object.values(all()).map((held) => held.token))];
}

export function forgetTokens(token: string): void {
  const kept = Object.entries(all()).filter(([, held]) => held.token !== token);
  remember('seats', Object.fromEntries(kept));
}

export function allTokens(): string[] {
  const own = deviceKey();
  return own === null ? guestTokens() : [own, ...guestTokens()].slice(0, MAX_TOKENS);
}
