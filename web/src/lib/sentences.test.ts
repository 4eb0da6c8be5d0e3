import { expect, it } from 'vitest';
import {
  paragraphs,
  render,
  renderLine,
  renderPlain,
  renderPlanned,
  renderPreview,
} from './sentences';
import { inEnglish, loadOwls, OWLS } from './testing';

const names = ['Ana', 'Ben'];

inEnglish(() =>
  loadOwls({
    'log.drew': '{seat} draws {card}.',
    'log.empty': 'the forest is silent.',
    'move.fly': 'Fly to {place}.',
    'shown.move.fly': 'Fly where it is marked.',
    'planned.move.fly': 'Fly where you have chosen.',
    'board.would_hoot': '{count} {count:owl|owls} would hoot.',
  }),
);

it('renders an entry with names and words', () => {
  const entry = { key: 'log.drew', args: { seat: 1, card: 'a mouse' } };
  expect(render(OWLS, entry, names)).toBe('Ben draws a mouse.');
});

it('begins with a capital, but writes a name as its owner does', () => {
  expect(render(OWLS, { key: 'log.empty', args: {} }, names)).toBe('The forest is silent.');
  const entry = { key: 'log.drew', args: { seat: 0, card: 'a mouse' } };
  expect(render(OWLS, entry, ['iris', 'Ben'])).toMatch(/^iris /);
});

it('says of a move what the board does not show', () => {
  const entry = { key: 'move.fly', args: { place: 3 } };
  expect(render(OWLS, entry, names)).toBe('Fly where it is marked.');
  expect(renderPlanned(OWLS, [entry], names)).toBe('Fly where you have chosen.');
  expect(renderPlain(OWLS, [entry], names)).toBe('Fly to 3.');
  const drew = { key: 'log.drew', args: { seat: 1, card: 'a mouse' } };
  expect(renderPlanned(OWLS, [entry, drew], names)).toMatch(/chosen\. Ben draws/);
});

it('renders what a preview says, and nothing while there is none', () => {
  const preview = { entries: [{ key: 'board.would_hoot', args: { count: 2 } }], next: 1 };
  expect(renderPreview(OWLS, preview, names)).toEqual(['2 owls would hoot.']);
  expect(renderPreview(OWLS, {}, names)).toEqual([]);
  expect(renderPreview(OWLS, undefined, names)).toEqual([]);
});

it('sets much to tell one sentence a line', () => {
  const entry = { key: 'log.empty', args: {} };
  const line = (count: number) => ({ topic: OWLS, entries: Array(count).fill(entry) });
  expect(paragraphs(line(2), names)).toHaveLength(1);
  expect(paragraphs(line(12), names)).toHaveLength(12);
  expect(renderLine(line(2), names)).toBe('The forest is silent. The forest is silent.');
});
