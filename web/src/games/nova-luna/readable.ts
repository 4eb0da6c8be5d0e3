// Notation in sentences of the log and the preview, as words.
import { say } from '../../lib/words.svelte';
import type { Readable } from '../contract';
import { COLOR_OF, GAME, type Letter } from './types';

/** "b4[ttt,t]": a blue tile; what it costs is said beside it. */
export function tileOf(name: unknown): string {
  const color = COLOR_OF[String(name)[0] as Letter];
  return color ? say(GAME, `page.a_${color}`) : String(name);
}

export default { tile: tileOf } satisfies Readable;
