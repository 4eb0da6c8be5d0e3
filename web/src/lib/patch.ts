// How a view changes with a move, as web/lessons.py writes it down.

export type Change = { '=': unknown } | { at: Record<string, Change>; add?: unknown[] };

export function patched<T>(old: T, change: Change): T {
  if ('=' in change) return change['='] as T;
  const next = (Array.isArray(old) ? [...old, ...(change.add ?? [])] : { ...old }) as Record<
    string,
    unknown
  >;
  for (const [key, deeper] of Object.entries(change.at)) next[key] = patched(next[key], deeper);
  return next as T;
}
