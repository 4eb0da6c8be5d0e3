import { afterEach, describe, expect, it, vi } from 'vitest';
import { gather } from '../../words.ts';
import {
  fill,
  firstGuess,
  hasWords,
  LANGUAGES,
  loadWords,
  say,
  speak,
  unbroken,
} from './words.svelte';

it('lets no line begin with a sign', () => {
  expect(unbroken('{value} % : « Où ? »')).toBe('{value}\u00a0%\u00a0: «\u00a0Où\u00a0?\u00a0»');
  expect(unbroken('{count:one|two} 3%')).toBe('{count:one|two} 3%');
});

describe('fill', () => {
  it('puts arguments in their places', () => {
    expect(fill('{seat} takes {tile}.', { seat: 1, tile: 'b4' }, ['Ana', 'Bo'], 'en')).toBe(
      'Bo takes b4.',
    );
    expect(fill('{cards}', { cards: ['sun', 'moon'] }, [], 'en')).toBe('sun, moon');
    expect(fill('such as {{"a": 1}}', {}, [], 'en')).toBe('such as {"a": 1}');
  });

  it('chooses between one and many by the language', () => {
    const said = (count: number, lang: 'en' | 'fr') =>
      fill('{count} {count:goal|goals}', { count }, [], lang);
    expect([0, 1, 2].map((count) => said(count, 'en'))).toEqual(['0 goals', '1 goal', '2 goals']);
    expect([0, 1, 2].map((count) => said(count, 'fr'))).toEqual(['0 goal', '1 goal', '2 goals']);
  });

  it('finds arguments inside a choice', () => {
    const text = 'mueve {count:el disco|los {count} discos} del espacio {space}';
    expect(fill(text, { count: 1, space: 3 }, [], 'es')).toBe('mueve el disco del espacio 3');
    expect(fill(text, { count: 4, space: 3 }, [], 'es')).toBe('mueve los 4 discos del espacio 3');
  });

  it('leaves no brace behind in any phrase of any language', () => {
    for (const language of LANGUAGES) {
      for (const phrases of Object.values(gather(language))) {
        for (const text of Object.values(phrases)) {
          if (text.includes('{{')) continue; // braces that are meant to be seen
          const args = Object.fromEntries(
            [...text.matchAll(/\{(\w+)/g)].map(([, name]) => [name, 2]),
          );
          expect(fill(text, args, [], language)).not.toMatch(/[{}]/);
        }
      }
    }
  });
});

describe('firstGuess', () => {
  it('takes the first language that we speak', () => {
    expect(firstGuess(['de-DE', 'fr-CA', 'es'])).toBe('fr');
    expect(firstGuess(['de'])).toBe('en');
  });
});

describe('words of a game from elsewhere', () => {
  afterEach(() => void vi.unstubAllGlobals());
  const names: Record<string, string> = { en: 'Two Owls', es: 'Dos búhos', fr: 'Deux hiboux' };

  it('come from the server, in the language that is spoken', async () => {
    const asked: string[] = [];
    vi.stubGlobal('document', { documentElement: {} });
    vi.stubGlobal('fetch', async (path: string) => {
      asked.push(path);
      return { ok: true, json: async () => ({ name: names[path.slice(-2)] }) };
    });
    await speak('en');
    expect(hasWords('two-owls')).toBe(false);
    await loadWords('two-owls');
    await loadWords('two-owls');
    expect(say('two-owls', 'name')).toBe('Two Owls');
    await speak('fr');
    expect(say('two-owls', 'name')).toBe('Deux hiboux');
    expect(asked).toEqual(['/api/games/two-owls/text/en', '/api/games/two-owls/text/fr']);
  });

  it('are told to be missing', async () => {
    vi.stubGlobal('fetch', async () => ({ ok: false }));
    await expect(loadWords('nowhere')).rejects.toThrow();
    expect(hasWords('nowhere')).toBe(false);
  });
});
