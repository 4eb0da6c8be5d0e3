// Names as a person reads them.
import { say, seatName } from '../../lib/words.svelte';
import { GAME, type Piece } from './types';

export function title(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Clio; the Mystery Muse of Ana; the Neutral. */
export function pieceName(piece: Pick<Piece, 'name' | 'face_down' | 'owner'>, names: readonly string[]): string {
  if (!piece.face_down) return title(piece.name);
  if (piece.owner === null) return say(GAME, 'page.neutral');
  return say(GAME, 'page.mystery_of', { name: seatName(piece.owner, names) });
}

/** A company is known by its players. */
export function companyName(
  companies: readonly number[][],
  company: number | null,
  names: readonly string[],
): string {
  if (company === null) return say(GAME, 'page.neutral');
  return (companies[company] ?? []).map((seat) => seatName(seat, names)).join(' + ');
}

/** What stands on a medallion for its company: the seat's number, or I and II for partners. */
export function markOf(companies: readonly number[][], company: number | null): string {
  if (company === null) return '–';
  return (companies[company]?.length ?? 1) > 1 ? 'I'.repeat(company + 1) : String(company + 1);
}
