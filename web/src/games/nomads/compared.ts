// The best move and the one that was made, as they are drawn beside each other in the ring.
import type { MoveKind } from '../../pieces/MoveTag.svelte';
import type { Course } from './consider.svelte';
import { arrowAt, at, CENTER, discAt, lysAt } from './layout';
import { read, reached, sowingSteps } from './moves';
import type { DiscName, NomadsView } from './types';

export interface Compared {
  kind: MoveKind;
  move: string;
}

interface Point {
  x: number;
  y: number;
}

export interface Drawn {
  kind: MoveKind;
  course: Course | null;
  /** A disc that comes onto a tower. */
  disc: { name: DiscName; space: number; height: number } | null;
  lys: Point | null;
  /** Where its name stands. */
  name: Point;
}

/** The lower one first; what has no place in the ring is left out: its card or its button is named. */
export function drawn(view: NomadsView, compared: readonly Compared[]): Drawn[] {
  const found = compared.flatMap(({ kind, move }) => draw(view, kind, move) ?? []);
  const [one, other] = found;
  if (one && other) keepApart(one, other);
  return found;
}

const HIGH = 26; // a name's height on a phone, in units of the ring
const LONG = 74;

function keepApart(one: Drawn, other: Drawn): void {
  const down = other.name.y - one.name.y;
  if (Math.abs(down) >= HIGH || Math.abs(other.name.x - one.name.x) >= LONG) return;
  const push = (HIGH - Math.abs(down)) / 2;
  const isBelow = down >= 0;
  one.name = { ...one.name, y: one.name.y + (isBelow ? -push : push) };
  other.name = { ...other.name, y: other.name.y + (isBelow ? push : -push) };
}

function draw(view: NomadsView, kind: MoveKind, text: string): Drawn | null {
  const move = read(text);
  const nothing = { kind, course: null, disc: null, lys: null };
  switch (move?.kind) {
    case 'sow': {
      const { length } = view.spaces[move.space - 1]!.stack;
      const steps = sowingSteps(move, length);
      const { x, y } = arrowAt(move.space, move.clockwise);
      const course = { from: move.space, clockwise: move.clockwise, steps };
      // on the fire's side of the towers, which stand high
      return {
        ...nothing,
        course,
        name: { x, y: y > CENTER.y ? CENTER.y + (y - CENTER.y) * 0.7 : y },
      };
    }
    case 'place':
      return { ...nothing, ...onTower(view, move.disc, move.space) };
    case 'top': {
      const { stack } = view.spaces[move.space - 1]!;
      return { ...nothing, ...onTower(view, stack[move.height] ?? 'nomad', move.space) };
    }
    case 'lys':
      return { ...nothing, ...lysOn(move.space) };
    case 'step':
      return { ...nothing, ...lysOn(reached(view.lys ?? 1, move.clockwise, 1)) };
    default:
      return null;
  }
}

function onTower(view: NomadsView, name: DiscName, space: number) {
  const height = view.spaces[space - 1]!.stack.length;
  const spot = discAt(space, height, height + 1);
  return { disc: { name, space, height }, name: { x: spot.x, y: spot.y - 22 } };
}

function lysOn(space: number) {
  const { pileX, pileY } = at(space);
  return { lys: lysAt(space), name: { x: pileX, y: pileY + 10 } };
}
