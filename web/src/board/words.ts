// What a game calls its things, among its own words: `word.<name>` for the names and values in its
// view and for the parts of its moves. What has no word is shown as it is written.
import { phrase } from '../lib/words.svelte';
import type { Title } from './layout';

const MINUS = /^-(?=\d)/;

/** The name of a thing, as a heading. */
export function titleOf(game: string, name: string): string {
  return capital(wordOf(game, name));
}

/** What a part is about; a seat is called by its name. */
export function headingOf(game: string, title: Title, names: readonly string[]): string {
  if ('seat' in title) return names[title.seat] ?? '';
  return 'number' in title ? String(title.number) : titleOf(game, title.name);
}

/** A value, or a part of a move. */
export function wordOf(game: string, name: string): string {
  return phrase(game, `word.${name}`) ?? name.replaceAll('_', ' ').replace(MINUS, '−');
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
