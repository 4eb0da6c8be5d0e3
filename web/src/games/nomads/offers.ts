// What the legal moves let one choose around the fire.
import { read } from './moves';
import type { DiscName } from './types';

/** The discs that may be placed now, each once. */
export function discsToPlace(moves: readonly string[]): DiscName[] {
  const discs = moves.flatMap((move) => {
    const parts = read(move);
    return parts?.kind === 'place' ? [parts.disc] : [];
  });
  return [...new Set(discs)];
}

/** The spaces that can be chosen, and the move that choosing plays if there is just one. */
export function liveSpaces(
  moves: readonly string[],
  disc: DiscName | null,
): Map<number, string | null> {
  const found = new Map<number, string | null>();
  for (const move of moves) {
    const parts = read(move);
    if (!parts || !('space' in parts)) continue;
    if (parts.kind === 'place' && parts.disc !== disc) continue;
    const plays = parts.kind !== 'sow' && !found.has(parts.space);
    found.set(parts.space, plays ? move : null);
  }
  return found;
}

/** Discs that Red may put on top, as "space.height" with heights from 0. */
export function raisableDiscs(moves: readonly string[]): Map<string, string> {
  return new Map(
    moves.flatMap((move) => {
      const parts = read(move);
      return parts?.kind === 'top' ? [[`${parts.space}.${parts.height - 1}`, move] as const] : [];
    }),
  );
}
