// A game's small sign, as the source of an svg. A game without one has the moon.
import { allGames, gameInfo } from '../lib/games.svelte';

const MOON =
  '<svg viewBox="-20 -20 40 40"><circle r="19.5" fill="#10163f"/>' +
  '<path d="M4 -12A12 12 0 1 0 12 4A10 10 0 0 1 4 -12z" fill="#f3d58a"/></svg>';

/** Empty while the server has not said what it is. */
export function emblemOf(game: string): string {
  return allGames() ? gameInfo(game)?.emblem || MOON : '';
}
