// What the dice are worth as they lie.
import type { View } from '../../lib/types';
import type { MusesView } from './types';

/** The Suns each seat's company would have, were the dice compared now; at the end those it won. */
export function suns(given: View): number[] {
  const view = given as MusesView;
  const dice = view.companies.map((_, company) =>
    view.table
      .filter((piece) => piece.company === company)
      .map(({ die }) => die)
      .sort((one, other) => other - one),
  );
  const ahead = (company: number): number =>
    dice[company]!.filter((die, column) =>
      dice.every((row, other) => other === company || (row[column] ?? 0) < die),
    ).length;
  return view.players.map(
    (_, seat) =>
      view.scoring?.suns[view.companies.findIndex((seats) => seats.includes(seat))] ??
      ahead(view.companies.findIndex((seats) => seats.includes(seat))),
  );
}
