import { describe, expect, it } from 'vitest';
import { gather } from '../../words.ts';
import { fill, firstGuess, LANGUAGES } from './words.svelte';

describe('fill', () => {
  it('puts arguments in their places', () => {
    expect(fill('{seat} takes {tile}.', { seat: 1, tile: 'b4' }, ['Ana', 'Bo'], 'en')).toBe(
      'Bo takes b4.',
    );
    expect(fill('{muses}', { muses: ['Clio', 'Erato'] }, [], 'en')).toBe('Clio, Erato');
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
