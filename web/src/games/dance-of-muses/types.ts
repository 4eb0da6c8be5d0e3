// The view and the previews of a Dance of Muses, as moonlit/games/dance_of_muses/views.py says them.
import type { Preview, Standing, View } from '../../lib/types';

export const GAME = 'dance-of-muses';

export type Way = 'n' | 'e' | 's' | 'w';
export type Power = 'raise' | 'lower' | 'swap';
export type Area = 'orthogonal' | 'diagonal' | 'all';

export interface Place {
  x: number;
  y: number;
}

/** What a Muse can do and her suns. */
export interface Face {
  name: string;
  power: Power;
  area: Area;
  suns: number;
}

/** A Muse on the table, face up or behind a curtain. */
export interface Piece extends Place {
  name: string;
  muse: string | null;
  face_down: boolean;
  die: number;
  owner: number | null;
  company: number | null;
}

export interface Hand {
  seat: number;
  count: number;
  muses: string[] | null;
  mystery_placed: boolean;
  mystery: string | null;
}

export interface Scoring {
  ended_by: number | null;
  will: string[];
  dice: number[][];
  columns: (number | null)[];
  silver: number | null;
  suns: number[];
}

export interface MusesStanding extends Standing {
  company: number;
  silver: boolean;
  dice: number[];
  sum: number;
  ended: boolean;
}

export interface MusesView extends View {
  standings: MusesStanding[] | null;
  phase: 'placing' | 'dancing' | 'over';
  start: number;
  turns: number;
  most_turns: number;
  muses: Face[];
  companies: number[][];
  table: Piece[];
  free: [number, number][];
  may_place: ('up' | 'down')[];
  hands: Hand[];
  unseen: string[];
  scoring: Scoring | null;
}

export interface DancePreview extends Preview {
  kind: 'dancing';
  muse: string;
  way: Way;
  when: 'before' | 'after' | null;
  target: string | null;
  power: Power | null;
  moved: { name: string; x: number; y: number }[];
  dice: { name: string; from: number; to: number }[];
  next: number | null;
  over: boolean;
}
