// Notation in sentences of the log and the preview, as words.
import { say, seatName } from '../../lib/words.svelte';
import type { Readable } from '../contract';
import { GAME } from './types';
import { title } from './words';

type Names = readonly string[];

/** Clio, or whose face-down Muse it is. */
export function muse(name: string, names: Names): string {
  const [, seat] = /^\?(\d)$/.exec(name) ?? [];
  if (seat === undefined) return title(name);
  if (seat === '0') return say(GAME, 'page.the_neutral');
  return say(GAME, 'page.the_mystery', { name: seatName(Number(seat) - 1, names) });
}

const one = (name: unknown, names: Names) => muse(String(name), names);
const each = (all: unknown, names: Names) =>
  Array.isArray(all) ? all.map((name) => muse(String(name), names)) : all;

export default { muse: one, target: one, muses: each } satisfies Readable;
