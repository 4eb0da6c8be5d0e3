// What the server says of Nova Luna: the view, and what a move would bring.
import type { Preview, View } from '../../lib/types';

export const GAME = 'nova-luna';

export type Color = 'blue' | 'red' | 'turquoise' | 'yellow';
export type Letter = 'b' | 'r' | 't' | 'y';

export const LETTERS: readonly Letter[] = ['b', 'r', 't', 'y'];

export const COLOR_OF: Record<Letter, Color> = {
  b: 'blue',
  r: 'red',
  t: 'turquoise',
  y: 'yellow',
};

export interface Goal {
  need: string;
  met: boolean;
  lacks: string;
}

/** A tile as it lies on the wheel. */
export interface Face {
  name: string;
  color: Color;
  cost: number;
  goals: string[];
}

/** A tile with what its goals still lack. */
export interface Tile extends Omit<Face, 'goals'> {
  goals: Goal[];
}

export interface Place {
  x: number;
  y: number;
}

export type Placed = Tile & Place;

export interface DisplayView {
  seat: number;
  discs: number;
  cost: number;
  tiles: Placed[];
  free: [number, number][];
}

export interface TrackDisc {
  seat: number;
  progress: number;
  space: number;
  height: number;
  turn: number;
}

export interface Solo {
  phase: number;
  cost: number;
  placed: number;
  first_phase_discs: number;
  note1: number | null;
  note2: number | null;
}

export interface NovaView extends View {
  wheel: (Face | null)[];
  marker: number;
  available: number[];
  may_refill: boolean;
  supply: number;
  /** The names of the tiles to come, sorted. */
  unseen: string[];
  track: TrackDisc[];
  displays: DisplayView[];
  solo: Solo | null;
}

export interface MetGoal extends Place {
  goal: number;
  need: string;
}

export interface NovaPreview extends Preview {
  next: number | null;
  over: boolean;
  discs: number;
  goals: MetGoal[];
  refill: number;
  marker?: number;
  progress?: number;
}
