// Everything the page says is a key with arguments, in the reader's language, as in
// moonlit/core/words.py: {name} is an argument, {count:one|many} a plural, {{ and }} braces.

export const LANGUAGES = ['en', 'es', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
};

type Words = Record<string, Record<string, string>>;
export type Arguments = Record<string, unknown>;

const loaders: Record<Language, () => Promise<{ default: Words }>> = {
  en: () => import('virtual:words/en'),
  es: () => import('virtual:words/es'),
  fr: () => import('virtual:words/fr'),
};

const spoken: { language: Language; words: Words } = $state({ language: "en", words: {} });

export function language(): Language {
  return spoken.language;
}

export function firstGuess(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((known) => tag.toLowerCase().split('-')[0] === known);
    if (found) return found;
  }
  return 'en';
}

export async function speak(next: Language): Promise<void> {
  const { default: words } = await loaders[next]();
  spoken.words = words;
  spoken.language = next;
  document.documentElement.lang = next;
}

/** The phrase behind a key; a key nobody knows is shown as it is, which the tests look for. */
export function phrase(topic: string, key: string): string | undefined {
  return spoken.words[topic]?.[key];
}

/** The keys of a topic under a section, in the order of its file: all rules of a game, say. */
export function section(topic: string, name: string): string[] {
  return Object.keys(spoken.words[topic] ?? {}).filter((key) => key.startsWith(`${name}.`));
}

/** A sentence of the page's own words. */
export function t(key: string, args: Arguments = {}): string {
  return say('page', key, args);
}

/** A sentence of a topic: a game's name, "core", "server", "bots" or "page". */
export function say(
  topic: string,
  key: string,
  args: Arguments = {},
  names: readonly string[] = [],
): string {
  const found = phrase(topic, key);
  return found === undefined ? `${topic}:${key}` : fill(found, args, names, spoken.language);
}

/** An argument, or a choice between one and many, in which there may be arguments again. */
const PLACES =
  /\{\{|\}\}|\{(\w+)(?::((?:[^{}|]|\{\w+\})*)\|((?:[^{}]|\{\w+\})*))?\}/g;

export function fill(
  text: string,
  args: Arguments,
  names: readonly string[],
  lang: Language,
): string {
  return text.replace(PLACES, (all, name, one, many) => {
    if (all === '{{') return '{';
    if (all === '}}') return '}';
    const value = args[name];
    if (many !== undefined)
      return fill(isSingular(Number(value), lang) ? one : many, args, names, lang);
    if (name === 'seat' && typeof value === 'number') return seatName(value, names);
    if (Array.isArray(value)) return value.join(', ');
    return String(value);
  });
}

export function seatName(seat: number, names: readonly string[]): string {
  return names[seat] || say('core', 'seat', { number: seat + 1 });
}

function isSingular(count: number, lang: Language): boolean {
  return lang === 'fr' ? Math.abs(count) < 2 : Math.abs(count) === 1;
}
