// The seats this browser holds: a token for each table, the only thing that proves who one is.
import { recall, remember } from './stored';

const MOST = 200; // as many as the server looks up at once

interface Held {
  token: string;
  at: number;
}

function all(): Record<string, Held> {
  return recall<Record<string, Held>>('seats', {});
}

export function tokenOf(table: string): string | null {
  return all()[table]?.token ?? null;
}

export function keepToken(table: string, token: string): void {
  const kept = Object.entries({ ...all(), [table]: { token, at: Date.now() } })
    .sort(([, one], [, other]) => other.at - one.at)
    .slice(0, MOST);
  remember('seats', Object.fromEntries(kept));
}

/** Forgets a token; not the one that another window has got for the table meanwhile. */
export function dropToken(table: string, token = tokenOf(table)): void {
  if (tokenOf(table) !== token) return;
  const { [table]: _, ...rest } = all();
  remember('seats', rest);
}

export function allTokens(): string[] {
  return [...new Set(Object.values(all()).map((held) => held.token))]; // a rematch shares its token
}
