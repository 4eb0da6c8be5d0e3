import { expect, it } from 'vitest';
import { grouped, inWords } from './moves';

const shape = (moves: string[]) =>
  grouped(moves).groups.map(({ start, choices }) => [start, ...choices.map(({ rest }) => rest)]);

it('groups moves by how they begin', () => {
  expect(shape(['draw', 'play owl', 'play mouse'])).toEqual([
    ['draw', 'draw'],
    ['play', 'owl', 'mouse'],
  ]);
});

it('says once what all begin with', () => {
  const moves = ['play owl 1', 'play owl 2', 'play mouse'];
  expect(grouped(moves).start).toBe('play');
  expect(shape(moves)).toEqual([
    ['owl', '1', '2'],
    ['mouse', 'mouse'],
  ]);
  expect(shape(['fly'])).toEqual([['fly', 'fly']]);
});

it('knows numbers with their minus, and signs by themselves', () => {
  expect(shape(['2@-1,0', '2@-1,1', '3@0,-1'])).toEqual([
    ['2', '-1,0', '-1,1'],
    ['3', '3@0,-1'],
  ]);
  expect(shape(['owl*mouse', 'owl*?1', 'fly'])).toEqual([
    ['owl', 'mouse', '?1'],
    ['fly', 'fly'],
  ]);
  expect(shape(['3>', '3<', '4>'])).toEqual([
    ['3', '>', '<'],
    ['4', '4>'],
  ]);
});

it('shows all at once where there are few, or nothing to be grouped', () => {
  const many = Array.from({ length: 30 }, (_, at) => at);
  expect(grouped(['draw', 'pass']).few).toBe(true);
  expect(grouped(many.map((at) => `${at}`)).few).toBe(true);
  expect(grouped(many.map((at) => `${at % 2}@${at}`)).few).toBe(false);
});

it('reads parts as words and leaves what stands between them', () => {
  expect(inWords('2@-1,owl', (part) => `<${part}>`)).toBe('<2>@<-1>,<owl>');
});
