import { expect, it, vi } from 'vitest';
import type { GameInfo, Option } from './api';

vi.hoisted(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
const { settings } = await import('./settings.svelte');
const { chosenOptions, ownChoices } = await import('./start');

const role: Option = {
  name: 'role',
  kind: 'names',
  players: [3],
  default: null,
  choices: ['cook', 'poet'],
  fields: [],
  apart: [],
  offered: true,
};
const any: Option = { ...role, name: 'any', players: null };
const game = { name: 'two-owls', schema: [role, any] } as Partial<GameInfo> as GameInfo;

it('offers and sends a choice only where it stands for so many players', () => {
  settings.choices[game.name] = { role: 'cook', any: 'poet' };
  expect(ownChoices(game, 3)).toEqual([role, any]);
  expect(ownChoices(game, 2)).toEqual([any]);
  expect(chosenOptions(game, 3)).toEqual({
    role: ['cook', null, null],
    any: ['poet', null, null],
  });
  expect(chosenOptions(game, 2)).toEqual({ any: ['poet', null] });
});
