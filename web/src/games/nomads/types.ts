// What the server says of Nomads: the view, and what a move would bring.
import type { Preview, Standing, View } from '../../lib/types';

export const GAME = 'nomads';

export const LEGENDS = ['amber', 'coral', 'indigo', 'jade', 'onyx', 'pearl', 'rose'] as const;
export type Legend = (typeof LEGENDS)[number];
export type TileName = Legend | 'wild' | 'moon';
export const HELD: readonly TileName[] = [...LEGENDS, 'wild'];

export const ADVENTURERS = ['ulrich', 'siana', 'red', 'moon', 'nostromo'] as const;
export type Adventurer = (typeof ADVENTURERS)[number];
export type DiscName = Adventurer | 'nomad' | 'frog';

export interface Space {
  space: number;
  stack: DiscName[]; // from the bottom
  pile: number;
  tile: TileName | null;
  lys: boolean;
}

export interface CardOnTable {
  value: number;
  seat: number | null;
}

export interface Offer {
  value: number;
  cost: number;
  lacks: number;
}

export interface SeatOfNomads {
  seat: number;
  adventurer: Adventurer;
  to_place: number;
  tiles: Record<string, number>;
  held: number;
  song: number | null;
  legends: Record<Legend, number | null>;
  moons: number;
  points: number;
  score: number;
  rack: Record<Legend | 'song', Offer[]>;
}

export type Asks =
  'frog' | 'unplayed' | 'disc' | 'first_lys' | 'turn' | 'lys' | 'top' | 'last' | null;

export interface NomadsStanding extends Standing {
  cards: number;
  moons: number;
  tiles: number;
  legends: number;
}

export interface NomadsView extends View {
  asks: Asks;
  turn: number;
  stepped: boolean;
  last_writing: boolean;
  lys: number | null;
  spaces: Space[];
  piles: number;
  to_come: Record<TileName, number>;
  chart: number;
  songs: CardOnTable[];
  legends: Record<Legend, CardOnTable[]>;
  unplayed: { adventurer: Adventurer; to_place: number }[];
  seats: SeatOfNomads[];
  standings: NomadsStanding[] | null;
}

export interface Take {
  space: number;
  seat: number | null;
  by: DiscName | 'lys';
  tile: TileName | null;
}

export interface NomadsPreview extends Preview {
  kind: string;
  stacks: DiscName[][];
  dropped: { space: number; discs: DiscName[] }[];
  lys: number | null;
  then: Asks;
  takes: Take[];
  scoring: { follows: boolean | null; moons: number[] | null };
  written: { card: string; returned: string | null; paid: string; points: number } | null;
  last_writing: boolean;
  next: number | null;
  over: boolean | null;
}

/** Whose a disc is: a seat, or null for nomads and for adventurers whom nobody plays. */
export function owner(view: NomadsView, disc: DiscName): number | null {
  const adventurer = disc === 'frog' ? 'nostromo' : disc;
  return view.seats.find((seat) => seat.adventurer === adventurer)?.seat ?? null;
}
