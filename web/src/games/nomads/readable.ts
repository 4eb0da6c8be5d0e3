// Notation in sentences of the log and the preview, as words.
import { say } from '../../lib/words.svelte';
import type { Readable } from '../contract';
import { GAME, LEGENDS, type TileName } from './types';

export function tileName(tile: TileName | 'song' | null): string {
  if (tile === null) return say(GAME, 'page.unknown_tile');
  return tile === 'moon' ? say(GAME, 'page.opal') : say(GAME, `board.${tile}`);
}

const SIGNS: Record<string, TileName | null> = { '*': 'wild', '☾': 'moon', '?': null };

function nameOf(letter: string): string {
  const legend = LEGENDS.find((name) => name.startsWith(letter));
  const tile = legend ?? SIGNS[letter];
  return tile === undefined ? letter : tileName(tile);
}

/** "aac*": amber ×2, coral, wild. */
export function tiles(letters: unknown): string {
  const counts = new Map<string, number>();
  for (const letter of String(letters)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts]
    .map(([letter, count]) => (count > 1 ? `${nameOf(letter)} ×${count}` : nameOf(letter)))
    .join(', ');
}

/** "legend a4" or "a4": amber 4; "song 5": song 5. */
export function cardName(card: unknown): string {
  const text = String(card);
  const [, letter, value] = /(?:^|\s)([acijopr])(\d+)$/.exec(text) ?? [];
  if (letter && value) return `${nameOf(letter)} ${value}`;
  const [, song] = /^song ?(\d+)/.exec(text) ?? [];
  return song ? `${tileName('song')} ${song}` : text;
}

export default {
  tile: tiles,
  tiles,
  paid: tiles,
  card: cardName,
  old: cardName,
} satisfies Readable;
