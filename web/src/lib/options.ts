// A game's own options, as its schema declares them: which are offered, and what is kept of them.
import type { Option } from './api';

export type Options = Record<string, unknown>;

const isFor = (option: Option, players: number): boolean =>
  option.players === null || option.players.includes(players);

/** What the lobby offers at a table of so many. */
export function offered(schema: readonly Option[], players: number): Option[] {
  return schema.filter(
    (option) => option.offered && option.kind !== 'table' && isFor(option, players),
  );
}

function fits(option: Option, value: unknown, players: number): boolean {
  if (!isFor(option, players)) return false;
  if (option.kind === 'seats') return Object.values(value ?? {}).every((seat) => seat < players);
  return true;
}

/** What is left of a table's options when so many play; what the schema does not know stays. */
export function kept(schema: readonly Option[], options: Options, players: number): Options {
  const known = new Map(schema.map((option) => [option.name, option]));
  return Object.fromEntries(
    Object.entries(options)
      .filter(([name, value]) => {
        const option = known.get(name);
        return !option || fits(option, value, players);
      })
      .map(([name, value]) => [
        name,
        known.get(name)?.kind === 'names' ? seatsOf(value as (string | null)[], players) : value,
      ]),
  );
}

/** A choice for each of so many seats: who has none yet leaves it to chance. */
const seatsOf = (chosen: readonly (string | null)[], players: number): (string | null)[] =>
  Array.from({ length: players }, (_, seat) => chosen[seat] ?? null);

/** The options with one of them changed; what is meant anyway is left out. */
export function withOption(options: Options, option: Option, value: unknown): Options {
  const { [option.name]: _, ...rest } = options;
  return value === null || value === option.default ? rest : { ...rest, [option.name]: value };
}

/** A seat for a field; where two fields cannot be one seat, they change places. */
export function giveSeat(
  option: Option,
  chosen: Readonly<Record<string, number>>,
  field: string,
  seat: number,
): Record<string, number> {
  const other = option.apart.find(
    (name) => option.apart.includes(field) && name !== field && chosen[name] === seat,
  );
  return { ...chosen, ...(other ? { [other]: chosen[field]! } : {}), [field]: seat };
}

/** The seats to begin with: one after the other, and none twice where that cannot be. */
export function firstSeats({ fields, apart }: Option, players: number): Record<string, number> {
  const taken = new Set<number>();
  return Object.fromEntries(
    fields.map((field, index) => {
      const inTurn = Array.from({ length: players }, (_, step) => (index + step) % players);
      if (!apart.includes(field)) return [field, inTurn[0]!];
      const seat = inTurn.find((each) => !taken.has(each)) ?? inTurn[0]!;
      taken.add(seat);
      return [field, seat];
    }),
  );
}
