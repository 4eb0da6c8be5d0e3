// What a game calls its things: `word.<name>` among its words, for names and values of its view and
// for the parts of its moves. What has no word there is shown as it is written.
import { phrase } from '../lib/words.svelte';

const MINUS = /^-(?=\d)/;

export function wordOf(game: string, name: string): string {
  return phrase(game, `word.${name}`) ?? name.replaceAll('_', ' ').replace(MINUS, '−');
}

/** The name of a thing as a heading. */
export function titleOf(game: string, name: string): string {
  const word = wordOf(game, name);
  return word.charAt(0).toUpperCase() + word.slice(1);
}
