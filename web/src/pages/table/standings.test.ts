import { expect, it } from 'vitest';
import type { Column, GameInfo } from '../../lib/api';
import type { Standing, State } from '../../lib/types';
import { inEnglish, loadOwls, OWLS } from '../../lib/testing';
import { cell, columnsOf, columnTitle, explanation, question, winners } from './standings';

inEnglish(() =>
  loadOwls({
    'standings.mice': 'Mice',
    'standings.how': 'The most mice win.',
    'standings.mark': '☼',
  }),
);

const column = (field: string, form: Column['form'] = 'number', mark: string | null = null) => ({
  field,
  form,
  mark,
});
const standing = (details: Record<string, unknown>): Standing =>
  ({ seat: 0, place: 1, ...details }) as Standing;

it('shows the columns that the game declares for so many players', () => {
  const mice = [column('mice')];
  const info = { columns: { 2: mice } } as unknown as GameInfo;
  expect(columnsOf(info, 2)).toEqual(mice);
  expect(columnTitle(OWLS, mice[0]!)).toBe('Mice');
  for (const unknown of [columnsOf(info, 3), columnsOf(undefined, 2)]) {
    expect(unknown.map((one) => columnTitle(OWLS, one))).toEqual(['Score']);
  }
});

it('shows the numbers behind each score', () => {
  const seat = standing({ mice: 7, lost: 2, dice: [6, 4], first: true });
  expect(cell(OWLS, column('mice'), seat)).toBe('7');
  expect(cell(OWLS, column('lost', 'minus'), seat)).toBe('−2');
  expect(cell(OWLS, column('dice', 'list'), seat)).toBe('6 4');
  expect(cell(OWLS, column('mice', 'number', 'first'), seat)).toBe('7 ☼');
  expect(cell(OWLS, column('mice', 'number', 'second'), seat)).toBe('7');
});

it('has a real minus, and none before nothing', () => {
  expect(cell(OWLS, column('lost', 'minus'), standing({ lost: 0 }))).toBe('0');
  expect(cell(OWLS, column('score'), standing({ score: -2 }))).toBe('−2');
});

it('leaves open what a resignation left open', () => {
  expect(cell(OWLS, column('mice'), standing({}))).toBe('–');
  expect(cell(OWLS, column('dice', 'list'), standing({ dice: null }))).toBe('–');
});

it('says how to read the table, where the game says it', () => {
  expect(explanation(OWLS, 2)).toBe('The most mice win.');
  expect(explanation(OWLS, 1)).toBe('The most mice win.');
  expect(explanation('another-game', 2)).toBe('');
});

it('finds all who are first', () => {
  const standings = [
    { seat: 0, place: 1 },
    { seat: 1, place: 2 },
    { seat: 2, place: 1 },
  ];
  const state = { ended: { standings } } as unknown as State;
  expect(winners(state).map(({ seat }) => seat)).toEqual([0, 2]);
});

it('asks those who have lost where they did, and others where it was decided', () => {
  const standings = [
    { seat: 0, place: 1 },
    { seat: 1, place: 2 },
  ];
  const asked = (seat: number | null, players = 2) =>
    question({ you: { seat }, table: { players }, ended: { standings } } as unknown as State);
  expect(asked(1)).toBe('Where did I lose it?');
  expect(asked(0, 1)).toBe('Where did I lose it?');
  expect(asked(0)).toBe('Where was it decided?');
  expect(asked(null)).toBe('Where was it decided?');
});
