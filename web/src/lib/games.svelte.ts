// The games this server offers, asked for once.
import { games, type GameInfo } from './api';
import { sayError } from './refused';
import { recall, remember } from './stored';
import { hasWords, loadWords } from './words.svelte';

const known = $state<{ games: GameInfo[] | null; error: unknown }>({ games: null, error: null });
let asked: Promise<void> | null = null;

export function loadGames(): Promise<void> {
  asked ??= games().then(learn, (error: unknown) => {
    known.error = error;
    asked = null; // the next one may try again
  });
  return asked;
}

async function learn(found: GameInfo[]): Promise<void> {
  await Promise.allSettled(found.map(({ name }) => loadWords(name)));
  known.games = found.toSorted((one, other) => one.order - other.order);
  known.error = null;
  remember('games', gameNames());
}

/** All of them, in the order in which they are shown; null while the server has not answered. */
export function allGames(): GameInfo[] | null {
  return known.games;
}

/** Their names; until the server has answered, as they were when it last did. */
export function gameNames(): string[] {
  return known.games?.map(({ name }) => name) ?? recall<string[]>('games', []).filter(hasWords);
}

export function gameInfo(name: string): GameInfo | undefined {
  return known.games?.find((game) => game.name === name);
}

export function gamesError(): string | null {
  return known.error === null ? null : sayError(known.error);
}
