// What a table is set to, as its guests have agreed to it.
import type { Summary } from '../../lib/types';

export type Terms = Record<string, string>;

/** Each thing that the host sets, by the name of its word. */
export function termsOf(table: Summary): Terms {
  const { players, options, clock, listed, club, rated = false } = table;
  const set = { players, clock, listed: club ?? listed, rated, ...options };
  return Object.fromEntries(Object.entries(set).map(([name, to]) => [name, JSON.stringify(to)]));
}

/** The names of what is not as it was. */
export function differing(before: Terms, after: Terms): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]);
}
