// Any game's view as parts that can be read: values, rows of cards, grids, tables and groups of them.
import type { View } from '../lib/types';

/** null is what the reader may not know: a closed card. */
export type Scalar = string | number | boolean | null;
export type Cell = Scalar | Scalar[];

/** What a part is about: a thing by its name, a seat, or one of several, counted from 1. */
export type Title = { name: string } | { seat: number } | { number: number };

interface Named {
  /** Where in the view it is, as changes.ts names it. */
  path: string;
  title: Title;
}
export type Part = Named &
  (
    | { kind: 'value'; value: Scalar }
    | { kind: 'cards'; values: Scalar[] }
    | { kind: 'grid'; rows: (Scalar[] | null)[] }
    | { kind: 'table'; columns: Column[]; rows: Row[] }
    | { kind: 'group'; parts: Part[] }
  );
export interface Column {
  name: string;
  /** Some of it is hidden: the rest are cards as well. */
  cards: boolean;
}
export interface Row extends Named {
  /** By column; null: nothing is to be known of the whole row. */
  cells: Cell[] | null;
}

/** Whether it is numbers of seats, which are shown as their names. */
export const isSeat = (title: Title): boolean =>
  'name' in title && (title.name === 'seat' || title.name === 'seats');

/** What every view has, and the table around the board shows. */
const COMMON = new Set('game seat players options number to_move over standings'.split(' '));
const OWN = new Set(['hand', 'own', 'you', 'yours']);
const MAX_COLUMNS = 8;

type Fields = Record<string, unknown>;

const isScalar = (value: unknown): value is Scalar => value === null || typeof value !== 'object';
const isCards = (value: unknown): value is Scalar[] =>
  Array.isArray(value) && value.every(isScalar);
const isFields = (value: unknown): value is Fields => !isScalar(value) && !Array.isArray(value);
const seatOf = (value: unknown): number | null =>
  isFields(value) && typeof value['seat'] === 'number' ? value['seat'] : null;

/** The parts of a view, the reader's own first. */
export function layOut(view: View, you: number | null): Part[] {
  const parts = Object.entries(view)
    .filter(([name]) => !COMMON.has(name))
    .map(([name, value]) => ({
      part: partOf(value, { path: `/${name}`, title: { name } }, you),
      own: you !== null && (OWN.has(name) || isOwn(value, you)),
    }));
  return parts
    .toSorted((one, other) => Number(other.own) - Number(one.own))
    .map(({ part }) => part);
}

function isOwn(value: unknown, you: number): boolean {
  return Array.isArray(value) && value.some((item) => seatOf(item) === you);
}

function partOf(value: unknown, named: Named, you: number | null): Part {
  if (isScalar(value)) return { ...named, kind: 'value', value };
  if (isCards(value)) return { ...named, kind: 'cards', values: value };
  if (isFields(value)) return { ...named, kind: 'group', parts: fieldsOf(value, named, you) };
  if (!Array.isArray(value)) throw new TypeError(`no part of a view: ${typeof value}`);
  if (value.every((item) => item === null || isCards(item))) {
    return { ...named, kind: 'grid', rows: value };
  }
  const items = value.map((item, index) => ({ item, ...itemName(item, index, named.path) }));
  items.sort((one, other) => Number(isYours(other.item, you)) - Number(isYours(one.item, you)));
  const names = columnsOf(value);
  if (!names) {
    return {
      ...named,
      kind: 'group',
      parts: items.map(({ item, ...name }) => partOf(item, name, you)),
    };
  }
  const rows = items.map(({ item, ...name }) => ({
    ...name,
    cells: isFields(item) ? names.map((column) => (item[column] ?? null) as Cell) : null,
  }));
  const columns = names.map((name, at) => ({
    name,
    cards: rows.some(({ cells }) => cells?.[at] === null),
  }));
  return { ...named, kind: 'table', columns, rows };
}

const isYours = (item: unknown, you: number | null): boolean =>
  you !== null && seatOf(item) === you;

function itemName(item: unknown, index: number, path: string): Named {
  const seat = seatOf(item);
  return { path: `${path}/${index}`, title: seat === null ? { number: index + 1 } : { seat } };
}

/** The fields of a thing; where a seat is its title, that is said already. */
function fieldsOf(fields: Fields, { path, title }: Named, you: number | null): Part[] {
  return Object.entries(fields)
    .filter(([name]) => name !== 'seat' || !('seat' in title))
    .map(([name, value]) => partOf(value, { path: `${path}/${name}`, title: { name } }, you));
}

/** The columns of things of one kind; null where they are too different or too deep for a table. */
function columnsOf(items: readonly unknown[]): string[] | null {
  const things = items.filter((item) => item !== null);
  if (!things.every(isFields)) return null;
  const flat = things.every((thing) =>
    Object.values(thing).every((value) => isScalar(value) || isCards(value)),
  );
  const columns = [...new Set(things.flatMap((thing) => Object.keys(thing)))];
  const shown = columns.filter((column) => column !== 'seat');
  return flat && shown.length > 0 && shown.length <= MAX_COLUMNS ? shown : null;
}
