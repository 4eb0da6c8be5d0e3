// Nova Luna's tiles and moves in words, for names of pieces and the line above the display.
import { say, seatName } from '../../lib/words.svelte';
import type { Seat } from '../../lib/types';
import type { BoardProps } from '../contract';
import { REFILL } from './moves';
import { tally } from './tiles';
import { COLOR_OF, GAME, type Color, type Goal, type NovaPreview, type Tile } from './types';
import type { Turn } from './turn.svelte';

export function word(key: string, args: Record<string, unknown> = {}): string {
  return say(GAME, key, args);
}

export function nameOf(seats: readonly Seat[], seat: number): string {
  return seatName(
    seat,
    seats.map(({ name }) => name ?? ''),
  );
}

const COLOR: Record<Color, string> = {
  blue: 'page.color.blue',
  red: 'page.color.red',
  turquoise: 'page.color.turquoise',
  yellow: 'page.color.yellow',
};

/** "ttb": 2 turquoise + 1 blue. */
export function needWords(need: string): string {
  return tally(need)
    .map(([letter, count]) => word(`page.need.${COLOR_OF[letter]}`, { count }))
    .join(' + ');
}

export function goalWords(goal: Goal): string {
  const need = needWords(goal.need);
  if (goal.met) return word('page.goal_met', { need });
  if (goal.lacks === goal.need) return word('page.goal', { need });
  return word('page.goal_lacks', { need, lacks: needWords(goal.lacks) });
}

export function tileTitle(tile: Tile): string {
  return sentence(word('page.tile', { color: word(COLOR[tile.color]), cost: tile.cost }));
}

export function tileWords(tile: Tile): string {
  const goals = tile.goals.map(goalWords);
  return [tileTitle(tile), ...(goals.length ? goals : [word('page.no_goals')])].join('; ');
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What a move brings, in one line. */
export function effectWords(
  effect: NovaPreview,
  seats: readonly Seat[],
  you: number | null,
): string {
  const met = effect.goals.length;
  const said = met
    ? [word('page.meets', { count: met }), word('page.leaves', { count: effect.discs })]
    : [word('page.meets_none')];
  if (effect.over) said.push(word('page.would_end'));
  else if (effect.next !== null && seats.length > 1)
    said.push(
      effect.next === you
        ? word('page.next_you')
        : word('page.next', { seat: nameOf(seats, effect.next) }),
    );
  return said.join(' ');
}

/** The line above the display: what can be done now, what it would bring, or who plays. */
export function lineOf(turn: Turn, { moves, pending, seats, you, caption }: BoardProps): string {
  const { view } = turn;
  if (caption) return caption;
  if (view.over) return endWords(turn, seats, you);
  if (moves === null) return word('page.they_play', { seat: nameOf(seats, view.to_move ?? 0) });
  if (pending === REFILL) return word('page.confirm_refill', { count: turn.refillCount });
  if (turn.brings) return effectWords(turn.brings, seats, you);
  if (turn.face) {
    const isFirst = view.displays[view.to_move ?? 0]?.tiles.length === 0;
    return word(isFirst ? 'page.choose_first' : 'page.choose_place', { cost: turn.face.cost });
  }
  const can = word(turn.open.length === 1 ? 'page.choose_last' : 'page.choose_tile');
  return turn.mayRefill ? `${can} ${word('page.or_refill')}` : can;
}

function endWords({ view }: Turn, seats: readonly Seat[], you: number | null): string {
  const first = view.standings?.find(({ place }) => place === 1)?.seat;
  if (view.solo || first === undefined) return word('page.over');
  return first === you ? word('page.won') : word('page.wins', { seat: nameOf(seats, first) });
}
