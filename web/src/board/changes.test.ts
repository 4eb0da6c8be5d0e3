import { expect, it } from 'vitest';
import { changedPaths } from './changes';

it('finds what is different', () => {
  const old = { deck: 7, hands: [{ card: 'owl' }, { card: null }], row: [1, 2] };
  const now = { deck: 6, hands: [{ card: 'owl' }, { card: 'mouse' }], row: [1, 2, 3] };
  expect(changedPaths(old, now)).toEqual(['/deck', '/hands/1/card', '/row']);
  expect(changedPaths(old, structuredClone(old))).toEqual([]);
});
