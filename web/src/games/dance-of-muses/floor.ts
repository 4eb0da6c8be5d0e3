// What the floor shows of a view while a move is thought of: who stands where, which dice would
// change, who would be pushed, what the power reaches. Effects come from previews, never from rules.
import type { LastMove } from '../../lib/types';
import {
  read,
  steps,
  targetsAfter,
  targetsBefore,
  type Dancing,
  type Gesture,
  type Placing,
} from './moves';
import { around, WAYS } from './space';
import type { DancePreview, Face, MusesView, Piece, Place, Power, Way } from './types';

export interface Shown extends Piece {
  face: Face | null;
  /** The die shows what the move would bring. */
  hot: boolean;
  /** What would become of the die: +1, −1, →4. */
  change: string;
  lean: Way | null;
  chosen: boolean;
  /** She would be pushed. */
  lit: boolean;
  /** The power may go to her. */
  target: boolean;
  aimed: boolean;
  last: boolean;
  dim: boolean;
  /** Her die fulfils Apollo's Will. */
  will: boolean;
}

/** A piece as medallions and cards take her. */
export function drawn({ face, face_down, owner, company }: Shown) {
  return { face, faceDown: face_down, owner, company };
}

export interface Arrow extends Place {
  way: Way;
  /** The move that a click makes, when it needs no further choice. */
  move: string | null;
  ends: boolean;
}

/** A free cell while Muses are placed. */
export interface Cell extends Place {
  /** The move that places the chosen Muse here. */
  move: string | null;
  hinted: boolean;
}

export interface Scene {
  pieces: Shown[];
  wash: Place[];
  origins: Place[];
  arrows: Arrow[];
  aim: { from: Place; to: Place; power: Power } | null;
  trail: { from: Place; to: Place } | null;
  /** What the shown move would bring, where one is shown. */
  outcome: DancePreview | null;
}

export interface Thought {
  gesture: Gesture;
  pending: string | null;
  hint: string | null;
  /** The arrow or target that the pointer or the focus is on. */
  over: { way: Way } | { target: string } | null;
}

type Previews = Readonly<Record<string, DancePreview>>;

export function scene(
  view: MusesView,
  all: readonly Dancing[],
  thought: Thought,
  previews: Previews,
  marked: readonly LastMove[],
): Scene {
  const { gesture, pending, over } = thought;
  const planned = pending === null ? null : read(pending);
  const plan = planned?.kind === 'dancing' ? planned : null;
  const muse = plan?.muse ?? gesture.muse;
  const open = plan || gesture.way ? new Map<Way, Dancing>() : steps(all, gesture);
  const after = plan || !gesture.way ? new Map<string, Dancing>() : targetsAfter(all, gesture);
  const before = plan || gesture.way ? new Set<string>() : targetsBefore(all, gesture);

  const whole = wholeMove(plan, gesture, over, after);
  const outcome = (whole && previews[whole]) || null;
  const leaning = !whole && over && 'way' in over ? open.get(over.way) : undefined;
  const leanOutcome = (leaning && previews[leaning.text]) || null;
  const pushed = pushes(open, previews, muse);
  const hinted = hintOf(thought, muse);
  const told = tellMoves(view, marked);
  const aimed = plan?.target ?? gesture.before ?? (over && 'target' in over ? over.target : null);

  const faces = new Map(view.muses.map((face) => [face.name, face]));
  const pieces = view.table.map((piece): Shown => {
    const seen = outcome ?? leanOutcome;
    const die = seen?.dice.find((change) => change.name === piece.name);
    const moved = outcome?.moved.find((step) => step.name === piece.name);
    const leans = leanOutcome?.moved.some((step) => step.name === piece.name);
    const target = before.has(piece.name) || after.has(piece.name);
    const chosen = piece.name === muse;
    const lit = leanOutcome ? !!leans && !chosen : pushed.has(piece.name);
    return {
      ...piece,
      ...(moved && { x: moved.x, y: moved.y }),
      face: (piece.muse && faces.get(piece.muse)) || null,
      die: die?.to ?? piece.die,
      hot: !!die,
      change: die
        ? signed(die.to - die.from)
        : aimed === piece.name && gesture.before
          ? sign(view, muse)
          : ((leanOutcome ? undefined : pushed.get(piece.name)) ??
            becomes(after.get(piece.name), piece, previews)),
      lean: leans ? leaning!.way : null,
      chosen: chosen || piece.name === hinted?.muse,
      lit,
      target,
      aimed: aimed === piece.name || (!!hinted && piece.name === hinted.target),
      last: !muse && !hinted && told.pieces.includes(piece.name),
      dim:
        !!muse &&
        !chosen &&
        !target &&
        !lit &&
        !moved &&
        !die &&
        aimed !== piece.name &&
        all.length > 0,
      will: !!view.scoring?.will.includes(piece.muse ?? ''),
    };
  });

  const dancer = pieces.find((piece) => piece.name === muse);
  const then = plan?.when === 'before' ? view.table : pieces;
  const usesPower = !plan || plan.when;
  const stands = plan?.when === 'before' ? view.table.find((p) => p.name === muse)! : dancer;
  const wash =
    dancer?.face && !dancer.face_down && stands && usesPower && view.phase === 'dancing'
      ? around(stands, dancer.face.area)
      : [];
  return {
    pieces,
    wash,
    origins: outcome
      ? view.table.filter((piece) => outcome.moved.some((step) => step.name === piece.name))
      : [],
    arrows: dancer ? arrows(dancer, open, all, gesture, previews) : hintArrow(hinted, view),
    aim: open.size
      ? null
      : aimLine(
          then,
          dancer,
          pieces.find((one) => one.name === aimed),
        ),
    trail: muse ? null : told.trail,
    outcome: outcome ?? leanOutcome,
  };
}

/** The move that is shown as if it were made: the pending one, or the step that is chosen. */
function wholeMove(
  plan: Dancing | null,
  gesture: Gesture,
  over: Thought['over'],
  after: Map<string, Dancing>,
): string | null {
  if (plan) return plan.text;
  if (!gesture.muse || !gesture.way) return null;
  const aimed = over && 'target' in over ? after.get(over.target) : undefined;
  return aimed?.text ?? `${gesture.muse}:${gesture.way}`;
}

/** Who would be pushed by a step that is open, and what her die would gain. */
function pushes(
  open: Map<Way, Dancing>,
  previews: Previews,
  muse: string | null,
): Map<string, string> {
  const found = new Map<string, string>();
  for (const move of open.values()) {
    const seen = previews[move.text];
    for (const { name } of seen?.moved ?? []) {
      const die = seen!.dice.find((change) => change.name === name);
      if (name !== muse) found.set(name, die ? signed(die.to - die.from) : '');
    }
  }
  return found;
}

function becomes(move: Dancing | undefined, piece: Piece, previews: Previews): string {
  const seen = move && previews[move.text];
  if (!seen) return '';
  return `→${seen.dice.find((change) => change.name === piece.name)?.to ?? piece.die}`;
}

/** What the power would do to a die, before it is known which way she steps. */
function sign(view: MusesView, muse: string | null): string {
  const power = view.muses.find((face) => face.name === muse)?.power;
  return power ? { raise: '+1', lower: '−1', swap: '⇄' }[power] : '';
}

function signed(by: number): string {
  return by > 0 ? `+${by}` : `−${-by}`;
}

function arrows(
  dancer: Place & { name: string },
  open: Map<Way, Dancing>,
  all: readonly Dancing[],
  gesture: Gesture,
  previews: Previews,
): Arrow[] {
  return [...open.values()].map((move) => ({
    way: move.way,
    x: dancer.x + WAYS[move.way].x * 0.62,
    y: dancer.y + WAYS[move.way].y * 0.62,
    move: isWhole(all, gesture, move) ? move.text : null,
    ends: !!previews[move.text]?.over,
  }));
}

/** Whether a step ends the gesture: the power is used, or no target would be in reach after it. */
export function isWhole(all: readonly Dancing[], gesture: Gesture, step: Dancing): boolean {
  return !!gesture.before || targetsAfter(all, { ...gesture, way: step.way }).size === 0;
}

function hintOf(thought: Thought, muse: string | null): Dancing | null {
  if (muse || !thought.hint) return null;
  const move = read(thought.hint);
  return move?.kind === 'dancing' ? move : null;
}

function hintArrow(hinted: Dancing | null, view: MusesView): Arrow[] {
  const piece = hinted && view.table.find((one) => one.name === hinted.muse);
  if (!piece) return [];
  const { x, y } = WAYS[hinted.way];
  return [
    {
      way: hinted.way,
      x: piece.x + x * 0.62,
      y: piece.y + y * 0.62,
      move: hinted.text,
      ends: false,
    },
  ];
}

/** Between the dancer and whom her power goes to, where they stand then; a die that would change
 *  says it already. */
function aimLine(
  places: readonly Piece[],
  dancer: Shown | undefined,
  aimed: Shown | undefined,
): Scene['aim'] {
  if (!dancer?.face || !aimed || aimed.change || aimed === dancer) return null;
  const at = (one: Shown) => places.find((piece) => piece.name === one.name) ?? one;
  return { from: at(dancer), to: at(aimed), power: dancer.face.power };
}

/** Who took part in the moves that are marked, and the step of the newest. */
function tellMoves(
  view: MusesView,
  marked: readonly LastMove[],
): { pieces: string[]; trail: Scene['trail'] } {
  const told = marked.map((move) => tellLast(view, move));
  return { pieces: told.flatMap(({ pieces }) => pieces), trail: told.at(-1)?.trail ?? null };
}

/** Who took part in the last move, and the step she came by. */
function tellLast(
  view: MusesView,
  last: LastMove | null,
): { pieces: string[]; trail: Scene['trail'] } {
  const move = last && read(last.move);
  if (!move) return { pieces: [], trail: null };
  if (move.kind === 'placing') {
    const piece = view.table.find((one) => one.x === move.x && one.y === move.y);
    return { pieces: piece ? [piece.name] : [], trail: null };
  }
  const dancer = view.table.find((piece) => piece.name === move.muse);
  const stayed = view.over && move.when === 'before'; // the power may have ended the game first
  const { x, y } = WAYS[move.way];
  return {
    pieces: move.target ? [move.muse, move.target] : [move.muse],
    trail: dancer && !stayed ? { from: { x: dancer.x - x, y: dancer.y - y }, to: dancer } : null,
  };
}

/** The free cells, with the move that places the Muse in hand there, on the side that is chosen. */
export function freeCells(
  free: readonly [number, number][],
  placing: readonly Placing[],
  held: string | null,
  down: boolean,
  hint: string | null,
): Cell[] {
  const mine = placing.filter((move) => move.muse === held && move.down === down);
  const advised = placing.find((move) => move.text === hint);
  return free.map(([x, y]) => {
    const hinted = advised?.x === x && advised.y === y;
    const move =
      mine.find((one) => one.x === x && one.y === y) ?? (hinted && !held ? advised : null);
    return { x, y, move: move?.text ?? null, hinted };
  });
}
