// An introduction's steps are real positions, made by web/lessons.py. Their words are the game's.
import type { Step } from '../../games/contract';
import { patched } from '../../lib/patch';
import type { Seat, View } from '../../lib/types';

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
    free_from: null,
  }));
}
