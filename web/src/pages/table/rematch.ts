// Once more, with the same people.
import { askRematch, enterRematch } from '../../lib/api';
import { sayError } from '../../lib/refused';
import { go } from '../../lib/router.svelte';
import type { Playing } from './game.svelte';

export async function enter(game: Playing, id: string): Promise<void> {
  const { table, you } = game.shown;
  if (you.seat !== null) await enterRematch(table.id, id);
  go(`/t/${id}`);
}

export async function playAgain(game: Playing): Promise<void> {
  try {
    await enter(game, await askRematch(game.shown.table.id));
  } catch (found) {
    game.error = sayError(found);
  }
}
