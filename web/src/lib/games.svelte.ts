// The games this server offers, asked for once.
import { games, type GameInfo } from './api';
import { sayError } from './refused';

const known = $state<{ games: GameInfo[]; error: unknown }>({ games: [], error: null });
let asked: Promise<void> | null = null;

export function loadGames(): Promise<void> {
  asked ??= games().then(
    (found) => {
      known.games = found;
      known.error = null;
    },
    (error: unknown) => {
      known.error = error;
      asked = null; // the next one may try again
    },
  );
  return asked;
}

export function allGames(): GameInfo[] {
  return known.games;
}

export function gameInfo(name: string): GameInfo | undefined {
  return known.games.find((game) => game.name === name);
}

export function gamesError(): string | null {
  return known.error === null ? null : sayError(known.error);
}
