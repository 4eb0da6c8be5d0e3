import { expect, it } from 'vitest';
import type { View } from '../lib/types';
import { layOut, type Part } from './layout';

const common = {
  game: 'two-owls',
  seat: 1,
  players: ['Ana', 'Ben'],
  options: {},
  number: 3,
  to_move: 1,
  over: false,
  standings: null,
};
const lay = (details: object, you: number | null = 1): Part[] =>
  layOut({ ...common, ...details } as View, you);

it('leaves out what the table around the board shows', () => {
  expect(lay({})).toEqual([]);
});

it('shows single things as values and rows of them as cards', () => {
  expect(lay({ deck: 7, night: true, forest: ['oak', null] })).toEqual([
    { path: '/deck', title: { name: 'deck' }, kind: 'value', value: 7 },
    { path: '/night', title: { name: 'night' }, kind: 'value', value: true },
    { path: '/forest', title: { name: 'forest' }, kind: 'cards', values: ['oak', null] },
  ]);
});

it('sets things of one kind in a table, the reader first, and keeps closed what is hidden', () => {
  const hands = [
    { seat: 0, card: null, mice: 2 },
    { seat: 1, card: 'owl', mice: 3 },
  ];
  const [first, second] = lay({ deck: 7, hands });
  expect(first).toMatchObject({
    kind: 'table',
    columns: [
      { name: 'card', cards: true },
      { name: 'mice', cards: false },
    ],
    rows: [
      { path: '/hands/1', title: { seat: 1 }, cells: ['owl', 3] },
      { path: '/hands/0', title: { seat: 0 }, cells: [null, 2] },
    ],
  });
  expect(second).toMatchObject({ path: '/deck' });
});

it('leaves the order as it is for somebody who watches', () => {
  const [deck, hands] = lay(
    {
      deck: 7,
      hands: [
        { seat: 0, mice: 1 },
        { seat: 1, mice: 2 },
      ],
    },
    null,
  );
  expect(deck).toMatchObject({ path: '/deck' });
  expect(hands).toMatchObject({ rows: [{ title: { seat: 0 } }, { title: { seat: 1 } }] });
});

it('makes groups of what is too deep for a table', () => {
  const nests = [{ seat: 0, eggs: [{ color: 'blue' }, null] }];
  expect(lay({ nests })[0]).toMatchObject({
    kind: 'group',
    parts: [
      {
        title: { seat: 0 },
        kind: 'group',
        parts: [
          {
            kind: 'table',
            columns: [{ name: 'color' }],
            rows: [{ cells: ['blue'] }, { cells: null }],
          },
        ],
      },
    ],
  });
});

it('shows rows of rows as a grid, and names a seat where it is not the title', () => {
  expect(lay({ wood: [['oak', 'elm'], null] })[0]).toMatchObject({
    kind: 'grid',
    rows: [['oak', 'elm'], null],
  });
  expect(lay({ wind: { seat: 0, from: 'east' } })[0]).toMatchObject({
    kind: 'group',
    parts: [
      { title: { name: 'seat' }, value: 0 },
      { title: { name: 'from' }, value: 'east' },
    ],
  });
});
