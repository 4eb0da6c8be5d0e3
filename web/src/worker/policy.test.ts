import { expect, it } from 'vitest';
import { isKept, policyOf } from './policy';

const get = (path: string, more = {}) =>
  policyOf({ method: 'GET', path, navigates: false, secret: false, ...more });

it('keeps the shell and its files', () => {
  expect(get('/', { navigates: true })).toBe('shell');
  expect(get('/learn/two-owls', { navigates: true })).toBe('shell');
  expect(get('/t/ab12', { navigates: true })).toBe('shell');
  expect(get('/assets/index-1.js')).toBe('file');
  expect(get('/icon.svg')).toBe('file');
});

it('keeps what lasts: games, puzzles, finished games', () => {
  expect(get('/api/games')).toBe('fresh');
  expect(get('/api/games/two-owls/text/fr')).toBe('fresh');
  expect(get('/api/puzzle/ab12')).toBe('fresh');
  expect(get('/api/tables/ab12/replay')).toBe('fresh');
  const path = '/api/puzzle/ab12/try';
  expect(policyOf({ method: 'POST', path, navigates: false, secret: false })).toBe('fresh');
});

it('keeps nothing of a running game, of a player, or of the documentation', () => {
  for (const path of ['', '/chat', '/record', '/stream', '/review', '/picture.svg'])
    expect(get(`/api/tables/ab12${path}`)).toBe('server');
  expect(get('/api/tables')).toBe('server');
  expect(get('/api/daily')).toBe('server');
  expect(get('/api/me')).toBe('server');
  expect(get('/api/games', { secret: true })).toBe('server');
  expect(get('/api/tables/ab12/replay', { secret: true })).toBe('server');
  expect(get('/docs/', { navigates: true })).toBe('server');
  expect(get('/openapi.json', { navigates: true })).toBe('server');
  expect(get('/worker.js')).toBe('server');
  for (const path of ['/api/tables', '/api/tables/ab12/moves', '/api/puzzle/ab12/rating'])
    expect(policyOf({ method: 'POST', path, navigates: false, secret: false })).toBe('server');
});

it('leaves letters that few words need for later', () => {
  expect(isKept('assets/fraunces-latin-wght-normal-1.woff2')).toBe(true);
  expect(isKept('assets/fraunces-latin-ext-wght-normal-1.woff2')).toBe(false);
  expect(isKept('worker.js')).toBe(false);
});
