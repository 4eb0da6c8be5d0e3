// Notation in sentences of the log and the preview, as words.
import { say } from '../../lib/words.svelte';
import type { Readable } from '../contract';
import { tally } from './tiles';
import { COLOR_OF, GAME, type Letter } from './types';

/** "b4[ttt,t]": a blue tile; what it costs is said beside it. */
export function tileOf(name: unknown): string {
  const color = COLOR_OF[String(name)[0] as Letter];
  return color ? say(GAME, `page.a_${color}`) : String(name);
}

/** "ttb": 2 turquoise + 1 blue. */
export function needWords(need: string): string {
  return tally(need)
    .map(([letter, count]) => say(GAME, `page.need.${COLOR_OF[letter]}`, { count }))
    .join(' + ');
}

export const readable: Readable = {
  tile: tileOf,
  need: (need) => needWords(String(need)),
};
