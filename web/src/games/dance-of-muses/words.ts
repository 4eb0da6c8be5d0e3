// Names as a person reads them.
import { say, seatName } from '../../lib/words.svelte';
import { GAME, type Face, type Piece } from './types';

export function title(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Clio; the Mystery Muse of Ana; the Neutral. */
export function pieceName(
  piece: Pick<Piece, 'name' | 'face_down' | 'owner'>,
  names: readonly string[],
): string {
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

/** What stands on a medallion: the number of the seat whose she is; her color is her company's. */
export function markOf(owner: number | null): string {
  return owner === null ? '–' : String(owner + 1);
}

/** Whose a Muse is, seen from a seat. */
export type Whose = 'mine' | 'partner' | 'theirs';

export function whose(
  companies: readonly number[][],
  piece: { owner: number | null; company: number | null },
  you: number | null,
): Whose {
  if (you === null || piece.owner === null || piece.company === null) return 'theirs';
  if (piece.owner === you) return 'mine';
  return companies[piece.company]?.includes(you) ? 'partner' : 'theirs';
}

/** A Muse on the table, in a sentence for those who do not see her. */
export function describe(
  piece: Piece & { face: Face | null; target: boolean },
  companies: readonly number[][],
  names: readonly string[],
): string {
  const { face, die, x, y } = piece;
  const muse = pieceName(piece, names);
  const told =
    face && !piece.face_down
      ? say(GAME, 'page.piece', {
          muse,
          company: companyName(companies, piece.company, names),
          die,
          power: say(GAME, `board.${face.power}`),
          area: say(GAME, `board.${face.area}`),
          suns: face.suns,
          x,
          y,
        })
      : say(GAME, 'page.piece_down', { muse, die, x, y });
  const behind =
    face && piece.face_down ? [say(GAME, 'page.behind', { muse: title(face.name) })] : [];
  const target = piece.target ? [say(GAME, 'page.possible_target')] : [];
  return [told, ...behind, ...target].join(' ');
}
