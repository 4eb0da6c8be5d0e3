// Tiles that have left their piles between two views, and where they have gone.
import { owner, type NomadsView, type TileName } from './types';

export interface Flight {
  space: number;
  tile: TileName;
  /** A seat, the moon chart, or the fire where a tile is discarded. */
  to: number | 'chart' | 'fire';
}

export function flights(before: NomadsView, after: NomadsView): Flight[] {
  if (after.number !== before.number + 1) return [];
  const gained = after.seats.map(({ tiles }, seat) =>
    Object.fromEntries(
      Object.entries(tiles).map(([tile, n]) => [tile, n - (before.seats[seat]!.tiles[tile] ?? 0)]),
    ),
  );
  return before.spaces.flatMap(({ space, tile, pile }, index): Flight[] => {
    const now = after.spaces[index]!;
    if (tile === null || now.pile >= pile) return [];
    if (tile === 'moon') return [{ space, tile, to: 'chart' }];
    const top = now.stack.at(-1);
    const listener = top ? owner(after, top) : null;
    const seats = [listener, ...after.seats.map(({ seat }) => seat)];
    const to = seats.find((seat) => seat !== null && (gained[seat]![tile] ?? 0) > 0);
    if (to === undefined || to === null) return [{ space, tile, to: 'fire' }];
    gained[to]![tile]! -= 1;
    return [{ space, tile, to }];
  });
}
