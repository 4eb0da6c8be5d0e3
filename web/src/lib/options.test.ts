import { expect, it } from 'vitest';
import type { Option } from './api';
import { firstSeats, giveSeat, kept, offered, withOption } from './options';

const option = (name: string, kind: Option['kind'], more: Partial<Option> = {}): Option => ({
  name,
  kind,
  players: null,
  default: null,
  choices: [],
  fields: [],
  apart: [],
  offered: true,
  ...more,
});
const SHORT = option('short', 'flag', { players: [3, 4], default: false });
const ROLES = option('roles', 'names', { choices: ['cook', 'poet', 'smith'] });
const TEAMS = option('teams', 'seats', { fields: ['dealer', 'guest'] });
const CARDS = option('cards', 'table');
const SECRET = option('secret', 'flag', { offered: false });
const SCHEMA = [SHORT, ROLES, TEAMS, CARDS, SECRET];

it('offers what is for so many players and has a form', () => {
  expect(offered(SCHEMA, 2)).toEqual([ROLES, TEAMS]);
  expect(offered(SCHEMA, 3)).toEqual([SHORT, ROLES, TEAMS]);
});

it('drops what does not fit another number of players', () => {
  const options = {
    short: true,
    roles: ['cook', 'poet', 'smith'],
    teams: { dealer: 0, guest: 2 },
    cards: { sun: 3 },
    other: 1,
  };
  expect(kept(SCHEMA, options, 3)).toEqual(options);
  expect(kept(SCHEMA, options, 4)).toEqual({ ...options, roles: ['cook', 'poet', 'smith', null] });
  expect(kept(SCHEMA, options, 2)).toEqual({
    roles: ['cook', 'poet'],
    cards: { sun: 3 },
    other: 1,
  });
});

it('leaves out what is meant anyway', () => {
  expect(withOption({ cards: 1 }, SHORT, true)).toEqual({ cards: 1, short: true });
  expect(withOption({ cards: 1, short: true }, SHORT, false)).toEqual({ cards: 1 });
  expect(withOption({ roles: ['cook', 'poet'] }, ROLES, null)).toEqual({});
  const on = option('on', 'flag', { default: true });
  expect(withOption({}, on, false)).toEqual({ on: false });
});

it('has two parts that cannot be one seat change places', () => {
  const parts = option('parts', 'seats', { fields: ['dealer', 'winner', 'last'] });
  const apart = { ...parts, apart: ['winner', 'last'] };
  const chosen = { dealer: 0, winner: 1, last: 2 };
  expect(giveSeat(apart, chosen, 'winner', 2)).toEqual({ dealer: 0, winner: 2, last: 1 });
  expect(giveSeat(apart, chosen, 'dealer', 2)).toEqual({ dealer: 2, winner: 1, last: 2 });
  expect(giveSeat(apart, chosen, 'winner', 0)).toEqual({ dealer: 0, winner: 0, last: 2 });
  expect(giveSeat(parts, chosen, 'winner', 2)).toEqual({ dealer: 0, winner: 2, last: 2 });
});

it('begins with one seat after the other', () => {
  const parts = option('parts', 'seats', { fields: ['dealer', 'guest', 'third'] });
  expect(firstSeats(parts, 2)).toEqual({ dealer: 0, guest: 1, third: 0 });
});

it('begins with different seats for parts that cannot be one', () => {
  const fields = ['dealer', 'guest', 'third'];
  const parts = option('parts', 'seats', { fields, apart: ['dealer', 'third'] });
  expect(firstSeats(parts, 2)).toEqual({ dealer: 0, guest: 1, third: 1 });
  expect(firstSeats(parts, 3)).toEqual({ dealer: 0, guest: 1, third: 2 });
});
