// Nova Luna's tiles and moves in words, for names of pieces and the line above the display.
import { say, seatName } from '../../lib/words.svelte';
import type { Seat } from '../../lib/types';
import { tally, type Color, type Goal, type Letter, type NovaPreview, type Tile } from './model';

const GAME = 'nova-luna';

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
const NEED: Record<Letter, string> = {
  b: 'page.need.blue',
  r: 'page.need.red',
  t: 'page.need.turquoise',
  y: 'page.need.yellow',
};

export function needWords(need: string): string {
  return tally(need)
    .map(([letter, count]) => word(NEED[letter], { count }))
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
    ? [
        word('page.meets', { count: met }),
        word('page.leaves', { count: effect.discs }),
      ]
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
