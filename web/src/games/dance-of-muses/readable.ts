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

/** "?1 3 → 4": a name and what becomes of it. */
function beginning(text: string, names: Names): string {
  return text.replace(/^\S+/, (name) => muse(name, names));
}

const one = (name: unknown, names: Names) => muse(String(name), names);
const each = (all: unknown, names: Names) =>
  Array.isArray(all) ? all.map((text) => beginning(String(text), names)) : all;

export const readable: Readable = { muse: one, target: one, muses: each, dice: each, pieces: each };
