// A legal move's notation taken apart, so that pieces can offer it. No legality here.
import { LEGENDS, type DiscName, type Legend } from './types';

export type Way = { kind: 'd' | 's'; at: number } | null;

export type Move =
  | { kind: 'place'; disc: DiscName; space: number }
  | { kind: 'lys'; space: number }
  | { kind: 'step'; clockwise: boolean }
  | { kind: 'sow'; space: number; clockwise: boolean; way: Way }
  | { kind: 'top'; space: number; height: number }
  | { kind: 'stay' }
  | { kind: 'pass' }
  | { kind: 'legend'; legend: Legend; value: number; wilds: number }
  | { kind: 'song'; value: number; legends: Legend[]; wilds: number };

export function legendOf(letter: string): Legend {
  return LEGENDS.find((name) => name.startsWith(letter))!;
}

function stars(text: string): number {
  return text.split('*').length - 1;
}

export function read(move: string): Move | null {
  if (move === 'stay' || move === 'pass') return { kind: move };
  if (move === 'lys+' || move === 'lys-') return { kind: 'step', clockwise: move === 'lys+' };
  let found = /^(\d)([<>])(?:([ds])(\d+))?$/.exec(move);
  if (found) {
    const kind = found[3] as 'd' | 's' | undefined;
    const way = kind ? { kind, at: Number(found[4]) } : null;
    return { kind: 'sow', space: Number(found[1]), clockwise: found[2] === '>', way };
  }
  found = /^legend ([a-z])(\d+)(\**)$/.exec(move);
  if (found) {
    const legend = legendOf(found[1]!);
    return { kind: 'legend', legend, value: Number(found[2]), wilds: found[3]!.length };
  }
  found = /^song (\d+) ([a-z]*\**)$/.exec(move);
  if (found) {
    const legends = [...found[2]!.replaceAll('*', '')].map(legendOf);
    return { kind: 'song', value: Number(found[1]), legends, wilds: stars(found[2]!) };
  }
  found = /^top@(\d)\.(\d+)$/.exec(move);
  if (found) return { kind: 'top', space: Number(found[1]), height: Number(found[2]) };
  found = /^([a-z]+)@(\d)$/.exec(move);
  if (!found) return null;
  const space = Number(found[2]);
  if (found[1] === 'lys') return { kind: 'lys', space };
  return { kind: 'place', disc: found[1] as DiscName, space };
}

/** The space reached as the nth from a space, going round. */
export function reached(space: number, clockwise: boolean, nth: number): number {
  return ((((space - 1 + (clockwise ? nth : -nth)) % 8) + 8) % 8) + 1;
}

/** How many spaces on the last of so many discs falls. */
export function sowingSteps({ way }: { way: Way }, discs: number): number {
  if (!way) return discs;
  return way.kind === 'd' ? discs - 1 : discs + 1;
}

/** The moves that go with a space: its sowings, what may be put there, whom Red raises there. */
export function movesAt(moves: readonly string[], space: number): string[] {
  return moves.filter((move) => {
    const parts = read(move);
    return parts !== null && 'space' in parts && parts.space === space;
  });
}

/** The plain sowing of a space first, then its variants in the order of the spaces reached. */
export function sowings(moves: readonly string[], space: number, clockwise: boolean): string[] {
  const at = (move: string): number => {
    const parts = read(move);
    return parts?.kind === 'sow' && parts.way ? parts.way.at : 0;
  };
  return moves
    .filter((move) => {
      const parts = read(move);
      return parts?.kind === 'sow' && parts.space === space && parts.clockwise === clockwise;
    })
    .sort((one, other) => at(one) - at(other));
}

/** A card is known by its legend and value, or as a song of a value: `amber4`, `song5`. */
export function cardOf(move: string): string | null {
  const parts = read(move);
  if (parts?.kind === 'legend') return parts.legend + parts.value;
  return parts?.kind === 'song' ? `song${parts.value}` : null;
}

/** The ways to pay for each card that can be written, those with fewer wilds first. */
export function payments(moves: readonly string[]): Map<string, string[]> {
  const cards = new Map<string, string[]>();
  for (const move of moves) {
    const card = cardOf(move);
    if (card) cards.set(card, [...(cards.get(card) ?? []), move]);
  }
  for (const ways of cards.values()) ways.sort((one, other) => stars(one) - stars(other));
  return cards;
}

/** The song that gives exactly these legends and this many wilds, if it may be written. */
export function songWith(
  ways: readonly string[],
  given: ReadonlySet<Legend>,
  wilds: number,
): string | undefined {
  return ways.find((move) => {
    const parts = read(move);
    return (
      parts?.kind === 'song' &&
      parts.wilds === wilds &&
      parts.legends.length === given.size &&
      parts.legends.every((legend) => given.has(legend))
    );
  });
}

/** The song to begin with: no wild if it can be helped, and of what is held most. */
export function firstSong(ways: readonly string[], held: Record<string, number>): string {
  const worth = (move: string): number => {
    const parts = read(move);
    if (parts?.kind !== 'song') return 0;
    return parts.legends.reduce((sum, legend) => sum + (held[legend] ?? 0), -100 * parts.wilds);
  };
  return ways.reduce((best, move) => (worth(move) > worth(best) ? move : best));
}
