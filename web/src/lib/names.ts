// What the seats are called. Bots have no name of their own at the server: here they go by moons.
import type { Seat } from './types';
import { say } from './words.svelte';

const MOONS = ['Selene', 'Io', 'Titan', 'Ariel', 'Oberon'];

export function displayNames(seats: readonly Seat[]): string[] {
  const used = new Set(seats.map((seat) => seat.name));
  return seats.map((seat) => {
    if (seat.name) return seat.name;
    if (seat.kind === 'open') return say('core', 'seat', { number: seat.seat + 1 });
    const moon = MOONS[seat.seat % MOONS.length]!;
    return used.has(moon) ? say('core', 'seat', { number: seat.seat + 1 }) : moon;
  });
}
