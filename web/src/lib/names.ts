// What the seats are called. Bots have no name of their own at the server: here they go by moons.
import type { LogLine, Seat } from './types';
import { say } from './words.svelte';

const MOONS = ['Selene', 'Io', 'Titan', 'Ariel', 'Oberon'];

/** Players as a record names them, where a bot is "bot:club". */
export function playerNames(players: readonly string[]): string[] {
  return displayNames(
    players.map((name, seat) => {
      const [, level] = /^bot:(.+)$/.exec(name) ?? [];
      return { seat, kind: level ? 'bot' : 'guest', name: level ? null : name };
    }),
  );
}

export function displayNames(seats: readonly Pick<Seat, 'seat' | 'kind' | 'name'>[]): string[] {
  const used = new Set(seats.map((seat) => seat.name));
  return seats.map((seat) => {
    if (seat.name) return isolated(seat.name);
    if (seat.kind !== 'bot') return say('core', 'seat', { number: seat.seat + 1 });
    const moon = MOONS[seat.seat % MOONS.length]!;
    return used.has(moon) ? say('core', 'seat', { number: seat.seat + 1 }) : moon;
  });
}

/** Seats for a board where nobody sits: who has played there, or might have. */
export function seated(names: readonly string[]): Seat[] {
  return names.map((name, seat) => ({
    seat,
    kind: 'guest',
    name,
    level: null,
    ready: true,
    host: false,
    present: true,
    stand_in: false,
    resigned: false,
    free_from: null,
  }));
}

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** A name that is read from right to left must not turn the sentence around it. */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/** The names for each line of a log: a seat that was taken over had another name before. */
export function namesInLog(log: readonly LogLine[], names: readonly string[]): string[][] {
  const found: string[][] = [];
  let then = [...names];
  for (const line of log.toReversed()) {
    found.push(then);
    const taken = line.entries.find(
      ({ key }) => line.topic === 'server' && key === 'log.took_over',
    );
    if (taken && line.seat !== null && typeof taken.args['old'] === 'string')
      then = then.with(line.seat, isolated(taken.args['old']));
  }
  return found.toReversed();
}
