import { expect, it } from 'vitest';
import { read } from './router.svelte';

it('reads every address', () => {
  expect(read('/')).toEqual({ page: 'home' });
  expect(read('/t/ab12')).toEqual({ page: 'table', id: 'ab12' });
  expect(read('/t/ab12/replay')).toEqual({ page: 'replay', id: 'ab12' });
  expect(read('/replay')).toEqual({ page: 'replay', id: null });
  expect(read('/learn')).toEqual({ page: 'learn', game: null });
  expect(read('/learn/two-owls')).toEqual({ page: 'learn', game: 'two-owls' });
  expect(read('/daily')).toEqual({ page: 'daily', date: null });
  expect(read('/daily/2026-11-16')).toEqual({ page: 'daily', date: '2026-11-16' });
  const solution = { page: 'replay', id: null, date: '2026-11-16' };
  expect(read('/daily/2026-11-16/solution')).toEqual(solution);
  expect(read('/puzzles/two-owls')).toEqual({ page: 'puzzles', game: 'two-owls' });
  expect(read('/puzzle/ab12')).toEqual({ page: 'puzzle', id: 'ab12' });
  expect(read('/stop/ab.12')).toEqual({ page: 'stop', id: 'ab.12', what: 'stop' });
  expect(read('/confirm/ab.12')).toEqual({ page: 'stop', id: 'ab.12', what: 'confirm' });
  expect(read('/clubs')).toEqual({ page: 'clubs' });
  expect(read('/clubs/ab12')).toEqual({ page: 'club', id: 'ab12' });
  expect(read('/puzzle')).toEqual({ page: 'lost' });
  expect(read('/t')).toEqual({ page: 'lost' });
  expect(read('/somewhere/else')).toEqual({ page: 'lost' });
});
