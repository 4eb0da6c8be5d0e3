import { expect, it } from 'vitest';
import { read } from './router.svelte';

it('reads every address', () => {
  expect(read('/')).toEqual({ page: 'home' });
  expect(read('/t/ab12')).toEqual({ page: 'table', id: 'ab12' });
  expect(read('/t/ab12/replay')).toEqual({ page: 'replay', id: 'ab12' });
  expect(read('/replay')).toEqual({ page: 'replay', id: null });
  expect(read('/learn')).toEqual({ page: 'learn', game: null });
  expect(read('/learn/two-owls')).toEqual({ page: 'learn', game: 'two-owls' });
  expect(read('/t')).toEqual({ page: 'lost' });
  expect(read('/somewhere/else')).toEqual({ page: 'lost' });
});
