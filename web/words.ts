// The page says what the Python package says: its text/<language>.toml files become one module a
// language, `virtual:words/en`, so that a sentence exists once and only one language is loaded.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import type { Plugin } from 'vite';

const PACKAGE = join(import.meta.dirname, '../src/moonlit');
const OWN = ['core', 'bots', 'server', 'study'];
const MODULE = 'virtual:words/';

type Table = { [key: string]: unknown };

export function flat(table: Table, prefix = ''): [string, string][] {
  return Object.entries(table).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null
      ? flat(value as Table, `${prefix}${key}.`)
      : [[prefix + key, String(value).trim()] as [string, string]],
  );
}

function files(language: string): [string, string][] {
  const games = readdirSync(join(PACKAGE, 'games'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => [entry.name.replaceAll('_', '-'), join(PACKAGE, 'games', entry.name)]);
  const own = OWN.map((topic) => [topic, join(PACKAGE, topic)]);
  const found = [...games, ...own].map(
    ([topic, folder]) => [topic, join(folder!, 'text', `${language}.toml`)] as [string, string],
  );
  const folder = join(import.meta.dirname, 'src/text', language);
  const page = readdirSync(folder).map((name) => ['page', join(folder, name)] as [string, string]);
  return [...found, ...page].filter(([, file]) => existsSync(file));
}

export function gather(language: string): Record<string, Record<string, string>> {
  const found: Record<string, Record<string, string>> = {};
  for (const [topic, file] of files(language)) {
    const said = Object.fromEntries(flat(parse(readFileSync(file, 'utf8'))));
    found[topic] = { ...found[topic], ...said };
  }
  return found;
}

export function words(): Plugin {
  return {
    name: 'moonlit-words',
    resolveId: (id) => (id.startsWith(MODULE) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${MODULE}`)) return;
      const language = id.slice(MODULE.length + 1);
      for (const [, file] of files(language)) this.addWatchFile(file);
      return `export default ${JSON.stringify(gather(language))}`;
    },
  };
}
