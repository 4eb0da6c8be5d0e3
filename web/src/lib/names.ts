// What the seats are called. Bots have no name of their own at the server: here they go by moons.
import type { Seat } from './types';
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
    if (seat.name) return seat.name;
    if (seat.kind !== 'bot') return say('core', 'seat', { number: seat.seat + 1 });
    const moon = MOONS[seat.seat % MOONS.length]!;
    return used.has(moon) ? say('core', 'seat', { number: seat.seat + 1 }) : moon;
  });
}
