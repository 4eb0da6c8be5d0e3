import { expect, test, vi } from 'vitest';
import { dayAfter, reached, shareText, standing, type Day } from './daily';
import { nextOf, type PuzzleAbout } from './puzzles';
import { remember } from './stored';
import { inEnglish } from './testing';

inEnglish();

const par = {
  status: 'done' as const,
  low_wins: true,
  scores: { club: [100, 104], expert: [99], master: [97] },
  means: { club: 102, expert: 99, master: 97 },
};
const day = {
  date: '2026-11-16',
  number: 16,
  solo: null,
  puzzles: { a: 'one', b: 'two', c: 'three' },
  par,
} as unknown as Day;

test('a day behind another', () => {
  expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28');
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01');
});

test('a game that counts may be finished until its day closes', () => {
  const of = (you: Partial<NonNullable<Day['you']>> | null, latest = '2026-11-17'): Day =>
    ({ ...day, you, latest, ends: 100, closes: 200 }) as unknown as Day;
  const begun = { over: false, score: null, late: false };
  expect(standing(of(null, '2026-11-16'), 50)).toBe('open');
  expect(standing(of(null), 150)).toBe('past');
  expect(standing(of(begun), 199)).toBe('open');
  expect(standing(of(begun), 200)).toBe('late');
  expect(standing(of({ over: true, score: 99, late: false }), 250)).toBe('done');
  expect(standing(of({ over: true, score: null, late: true }), 250)).toBe('late');
  expect(standing(of({ over: true, score: null, late: false }), 250)).toBe('given_up');
});

test('levels that a score has reached', () => {
  expect(reached(par, 99).map(({ yes }) => yes)).toEqual([true, true, false]);
  expect(reached({ ...par, low_wins: false }, 99).map(({ yes }) => yes)).toEqual([
    false,
    true,
    true,
  ]);
  expect(reached({ status: 'none' }, 99)).toEqual([]);
});

test('a result to share tells how it went, and nothing of how', () => {
  const text = shareText(day, 99, { a: true, b: null, c: false }, 'http://here/daily/2026-11-16');
  expect(text).toContain('16');
  expect(text).toContain('99 🌕🌕🌑');
  expect(text).toContain('✓ · ✗');
  expect(text.split('\n').at(-1)).toBe('http://here/daily/2026-11-16');
  const none = shareText(
    { ...day, par: { status: 'none' } },
    99,
    { a: null, b: null, c: null },
    '',
  );
  expect(none).not.toMatch(/🌕|🌑|✓|✗/u);
});

test('the next puzzle is fresh, of the theme, and about as hard as the solver is good', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  const puzzle = (id: string, rating: number, theme: string): PuzzleAbout => ({
    id,
    rating,
    level: 'club',
    themes: [theme],
  });
  const shelf = [
    ...Array.from({ length: 5 }, (_, at) => puzzle(`near${at}`, 1500 + at, 'x')),
    puzzle('far', 2500, 'x'),
    puzzle('other', 2400, 'y'),
  ];
  expect(nextOf(shelf, null, 1500)?.id).toMatch(/^near/);
  expect(nextOf(shelf, 'y', 1500)?.id).toBe('other');
  expect(nextOf(shelf, 'z')).toBeNull();
  remember('puzzles', Object.fromEntries(shelf.slice(0, 6).map(({ id }) => [id, true])));
  expect(nextOf(shelf, null, 1500)?.id).toBe('other');
  expect(nextOf(shelf, 'x', 2500, 'far')?.id).toMatch(/^near/); // all were tried: once more
});
