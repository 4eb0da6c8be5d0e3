import { expect, it } from 'vitest';
import type { LogLine } from './types';
import { displayNames, namesInLog, playerNames } from './names';
import { inEnglish } from './testing';

inEnglish();

it('calls bots by moons, and nobody by a name that is taken', () => {
  expect(playerNames(['Ana', 'bot:club', 'bot:novice'])).toEqual(['Ana', 'Io', 'Titan']);
  expect(playerNames(['Io', 'bot:club'])).toEqual(['Io', 'Player 2']);
  expect(playerNames(['', 'Ben'])).toEqual(['Player 1', 'Ben']);
});

it('numbers seats that are open', () => {
  expect(displayNames([{ seat: 0, kind: 'open', name: null }])).toEqual(['Player 1']);
});

it('remembers who sat in a seat before it was taken over', () => {
  const line = (key: string, seat: number | null, args = {}) =>
    ({ topic: 'server', seat, entries: [{ key, args }] }) as unknown as LogLine;
  const log = [
    line('log.left', 1),
    line('log.took_over', 1, { name: 'Cleo', old: 'Ben' }),
    line('log.resigned', 1),
  ];
  expect(namesInLog(log, ['Ana', 'Cleo']).map((names) => names[1])).toEqual([
    'Ben',
    'Cleo',
    'Cleo',
  ]);
});
