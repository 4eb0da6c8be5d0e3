// Where it is the reader's turn: a player's tables on all devices, else those of this browser.
import { ask, myTables, type MySummary } from './api';
import { deviceKey } from './key';

/** When the time for it is out, in ms; null: never. */
export type Turn = MySummary & { deadline?: number | null };

/** The most urgent first. */
export async function myTurns(): Promise<Turn[]> {
  const token = deviceKey();
  if (token !== null) return (await ask<{ turns: Turn[] }>('/me/turns', { token })).turns;
  return (await myTables()).filter((table) => table.your_turn);
}
