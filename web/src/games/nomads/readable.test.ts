import { expect, it } from 'vitest';
import { inEnglish } from '../../lib/testing';
import { cardName, tiles } from './readable';

inEnglish();

it('reads letters as legends', () => {
  expect(tiles('aac*')).toBe('amber ×2, coral, wild');
  expect(tiles('j?☾')).toBe('jade, unknown tile, opal moon');
});

it('reads cards', () => {
  expect(cardName('legend a4')).toBe('amber 4');
  expect(cardName('a4')).toBe('amber 4');
  expect(cardName('song 5')).toBe('song 5');
  expect(cardName('song5')).toBe('song 5');
});
