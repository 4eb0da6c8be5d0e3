// Entries of the log, of a hint and of a preview, as sentences. Their words are the topic's own, and
// arguments that are notation become words by the game's folder.
import { readableOf } from '../games';
import type { Entry, LogLine, Preview } from './types';
import { phrase, say, type Arguments } from './words.svelte';

type Names = readonly string[];

// What is told where a place, which is numbered nowhere, need not be: beside a board that marks it,
// or to whoever has chosen it; and where neither is so.
type Told = 'shown' | 'planned' | 'plain';

/** One entry as a sentence. */
export function render(
  topic: string,
  { key, args }: Entry,
  names: Names,
  told: Told = 'shown',
): string {
  const own = `${told}.${key}`;
  const found = phrase(topic, own) === undefined ? key : own;
  const text = say(topic, found, readable(topic, args, names), names);
  // a sentence begins with a capital, but a name is written as its owner writes it
  return names.some((name) => text.startsWith(name)) ? text : capital(text);
}

function readable(topic: string, args: Arguments, names: Names): Arguments {
  const words = readableOf(topic);
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, words[name]?.(value, names) ?? value]),
  );
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const MANY = 9; // sentences that are easier to read one a line: how a game came to its end

/** A line of the log as paragraphs: one, or, where there is much to tell, one a sentence. */
export function paragraphs(line: Pick<LogLine, 'topic' | 'entries'>, names: Names): string[] {
  const said = line.entries.map((entry) => render(line.topic, entry, names));
  return said.length < MANY ? [said.join(' ')] : said;
}

/** A line of the log, or a hint, as one text. */
export function renderLine(line: Pick<LogLine, 'topic' | 'entries'>, names: Names): string {
  return paragraphs(line, names).join(' ');
}

/** A move that the reader has planned. */
export function renderPlanned(topic: string, entries: readonly Entry[], names: Names): string {
  return entries.map((entry) => render(topic, entry, names, 'planned')).join(' ');
}

/** A move that is not the one on the board: its place is told as it is written. */
export function renderPlain(topic: string, entries: readonly Entry[], names: Names): string {
  return entries.map((entry) => render(topic, entry, names, 'plain')).join(' ');
}

/** What a move would bring, in a few sentences; none while its preview is not there yet. */
export function renderPreview(game: string, preview: Preview | undefined, names: Names): string[] {
  return (preview?.entries ?? []).map((entry) => render(game, entry, names));
}
