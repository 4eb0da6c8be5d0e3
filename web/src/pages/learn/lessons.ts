// The introductions' steps: real positions, made by web/lessons.py. Their words are the games'.
import type { LastMove, Preview, Seat, View } from '../../lib/types';
import { patched, type Change } from './patch';

export interface Step {
  id: string;
  view: View;
  last: LastMove | null;
  /** What the reader may do here; fewer than the rules would allow where that helps. */
  moves: string[];
  previews: Record<string, Preview>;
  /** For each right move, how the view changes. */
  after: Record<string, Change>;
}

const decks = import.meta.glob<Step[]>('../../learn/*.json', { import: 'default' });
const nameOf = (file: string) => file.replace(/^.*\/|\.json$/g, '');

export const COURSES = Object.keys(decks).map(nameOf);

export async function loadLessons(game: string): Promise<Step[]> {
  const found = Object.entries(decks).find(([file]) => nameOf(file) === game);
  return found ? found[1]() : [];
}

/** The view after a right move; undefined for any other move. */
export function answer(step: Step, move: string): View | undefined {
  const change = step.after[move];
  return change && patched(step.view, change);
}

const OTHERS = ['Selene', 'Orion', 'Vega', 'Atlas'];

/** Everyone at a lesson's table: the reader, and names that are the same in every language. */
export function seatsOf(view: View, you: string): Seat[] {
  const others = [...OTHERS];
  return view.players.map((_, seat) => ({
    seat,
    kind: seat === view.seat ? 'guest' : 'bot',
    name: seat === view.seat ? you : others.shift()!,
    level: seat === view.seat ? null : 'novice',
    ready: true,
    host: seat === view.seat,
    present: true,
    stand_in: false,
    resigned: false,
  }));
}
