// The ways from home to a table.
import { createTable, type GameInfo, type Option, type SeatPlan } from './api';
import { offered } from './options';
import { go } from './router.svelte';
import { settings } from './settings.svelte';
import type { Clock } from './types';
import { t } from './words.svelte';

type Options = Record<string, unknown>;
const FIRST_LEVEL = 'casual';

/** How many play a game against bots: as last time, or as few as it takes for company. */
export function playersFor(game: GameInfo): number {
  const company = game.seats.filter((count) => count > 1);
  const wanted = settings.players[game.name];
  return company.find((count) => count === wanted) ?? company[0] ?? 1;
}

export function levelFor(game: GameInfo): string {
  const wanted = settings.levels[game.name] ?? FIRST_LEVEL;
  return game.levels.includes(wanted) ? wanted : game.levels[0]!;
}

/** What everybody chooses for themselves in a game of so many; at the home page the reader does so
 *  at once. */
export function ownChoices(game: GameInfo | undefined, players: number): Option[] {
  return offered(game?.schema ?? [], players).filter(({ kind }) => kind === 'names');
}

/** The options of a table where the reader has the first seat, and chance decides for the rest. */
export function chosenOptions(game: GameInfo | undefined, players: number): Options {
  return Object.fromEntries(
    ownChoices(game, players).flatMap(({ name, choices }) => {
      const own = settings.choices[game!.name]?.[name];
      if (!own || !choices.includes(own)) return [];
      return [[name, [own, ...Array.from({ length: players - 1 }, () => null)]]];
    }),
  );
}

export function ownName(): string {
  return settings.name.trim() || t('guest');
}

/** Keeps the name that a guest has written; null: there is none, and they may write one now. */
export function keepName(written: string): string | null {
  const name = written.trim();
  if (name) settings.name = name;
  else document.getElementById('guest-name')?.focus();
  return name || null;
}

/** A game against bots, or alone: nobody joins, so it begins at once. */
export async function playBots(
  game: string,
  players: number,
  level: string,
  options: Options = {},
): Promise<void> {
  const bots = Array.from({ length: players - 1 }, (): SeatPlan => ({ kind: 'bot', level }));
  const table = await createTable({
    game,
    players,
    options,
    seats: [{ kind: 'open' }, ...bots],
    join: 'closed',
    name: ownName(),
    ready: true,
  });
  go(table.path);
}

/** A table for friends: they get its link, and it begins when all are ready. */
export async function inviteFriends(game: string, players: number): Promise<void> {
  go((await createTable({ game, players, join: 'link', name: ownName(), ready: false })).path);
}

/** A table that the members of a club find in their list; it counts where there is a clock. */
export async function setClubTable(
  club: string,
  game: string,
  players: number,
  clock: Clock | null,
): Promise<void> {
  const terms = { join: 'link', name: ownName(), ready: false, rated: clock !== null } as const;
  go((await createTable({ game, players, clock, club, ...terms })).path);
}
