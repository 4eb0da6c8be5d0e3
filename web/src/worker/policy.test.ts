import { expect, it } from 'vitest';
import { isKept, policyOf } from './policy';

const policy = (method: string, paths: string[], more = {}) => [
  ...new Set(
    paths.map((path) => policyOf({ method, path, navigates: false, secret: false, ...more })),
  ),
];
const get = (...paths: string[]) => policy('GET', paths);
const open = (...paths: string[]) => policy('GET', paths, { navigates: true });

it('keeps the shell and its files', () => {
  expect(open('/', '/learn/two-owls', '/t/ab12')).toEqual(['shell']);
  expect(get('/assets/index-1.js', '/icon.svg')).toEqual(['file']);
});

it('keeps what lasts: games, puzzles, finished games', () => {
  const lasting = ['/api/games', '/api/games/two-owls/text/fr', '/api/puzzle/ab12'];
  expect(get(...lasting, '/api/tables/ab12/replay')).toEqual(['fresh']);
  expect(policy('POST', ['/api/puzzle/ab12/try'])).toEqual(['fresh']);
});

it('keeps nothing of a running game, of a player, or of the documentation', () => {
  const parts = ['', '/chat', '/record', '/stream', '/review', '/picture.svg'];
  expect(get(...parts.map((path) => `/api/tables/ab12${path}`))).toEqual(['server']);
  expect(get('/api/tables', '/api/daily', '/api/me', '/worker.js')).toEqual(['server']);
  const own = ['/api/games', '/api/tables/ab12/replay'];
  expect(policy('GET', own, { secret: true })).toEqual(['server']);
  expect(open('/docs/', '/openapi.json')).toEqual(['server']);
  const sent = ['/api/tables', '/api/tables/ab12/moves', '/api/puzzle/ab12/rating'];
  expect(policy('POST', sent)).toEqual(['server']);
});

it('leaves letters that few words need for later', () => {
  expect(isKept('assets/fraunces-latin-wght-normal-1.woff2')).toBe(true);
  expect(isKept('assets/fraunces-latin-ext-wght-normal-1.woff2')).toBe(false);
  expect(isKept('worker.js')).toBe(false);
});
