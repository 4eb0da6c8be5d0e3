// A request that was refused, as a sentence in the reader's language.
import type { Refusal } from './types';
import { fill, language, phrase, t } from './words.svelte';

export class Refused extends Error {
  constructor(
    readonly refusal: Refusal,
    readonly status = 0,
  ) {
    super(refusal.text);
  }
}

/** Something that went wrong here and not at the server; `key` is one of the page's own words. */
export function ownRefusal(key: string): Refused {
  return new Refused({ topic: 'page', key, args: {}, text: key });
}

export function isRefusal(found: unknown): found is Refusal {
  return typeof found === 'object' && found !== null && 'key' in found && 'topic' in found;
}

export function sayRefusal(refusal: Refusal, names: readonly string[] = []): string {
  const words = phrase(refusal.topic, refusal.key);
  if (words === undefined) return refusal.text;
  const args = Object.fromEntries(
    Object.entries(refusal.args ?? {}).map(([name, value]) => [
      name,
      isRefusal(value) ? sayRefusal(value, names) : value,
    ]),
  );
  return fill(words, args, names, language());
}

/** What to tell the reader about anything that was thrown. */
export function sayError(error: unknown, names: readonly string[] = []): string {
  return error instanceof Refused ? sayRefusal(error.refusal, names) : t('refused.unknown');
}
