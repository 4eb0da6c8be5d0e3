// Seats that play together: one color for them all, and their names beside each other.
import type { GameInfo } from './api';

/** The seats of each company; null where everybody plays alone. */
export function companiesOf(info: GameInfo | undefined, players: number): number[][] | null {
  const of = info?.companies?.[players] ?? [];
  const seats = [...new Set(of)].map((company) =>
    of.flatMap((each, seat) => (each === company ? [seat] : [])),
  );
  return seats.some((together) => together.length > 1) ? seats : null;
}

/** A style in which partners have one color: that of the first of them. */
export function companyColors(companies: number[][] | null): string {
  return (companies ?? [])
    .flatMap(([first, ...others]) => others.map((seat) => `--seat-${seat}: var(--seat-${first})`))
    .join('; ');
}

/** Who plays together with a seat. */
export function partnersOf(companies: number[][] | null, seat: number | null): number[] {
  const own = seat === null ? null : companies?.find((together) => together.includes(seat));
  return own?.filter((other) => other !== seat) ?? [];
}
