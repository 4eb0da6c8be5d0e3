// Nomads in words: the names of its pieces.
import { say, type Arguments } from '../../lib/words.svelte';
import { tileName } from './readable';
import { GAME, owner, type DiscName, type NomadsView, type Space } from './types';

export function word(key: string, args: Arguments = {}, names: readonly string[] = []): string {
  return say(GAME, key, args, names);
}

/** A number with a real minus. */
export function signed(number: number): string {
  return number < 0 ? `−${-number}` : `${number}`;
}

export function adventurerName(disc: string): string {
  if (disc === 'nomad') return word('page.nomad');
  if (disc === 'frog') return word('page.frog');
  return disc.charAt(0).toUpperCase() + disc.slice(1);
}

/** A disc and whose it is. */
export function discName(view: NomadsView, disc: DiscName): string {
  const seat = owner(view, disc);
  const name = adventurerName(disc);
  if (seat !== null) return word('page.disc_of', { disc: name, seat }, view.players);
  return disc === 'nomad' ? name : word('page.disc_unplayed', { disc: name });
}

export function spaceName(view: NomadsView, at: Space): string {
  const parts = [word('page.space', { space: at.space, count: at.stack.length })];
  if (at.stack.length) {
    const discs = [...at.stack].reverse().map((disc) => discName(view, disc));
    parts.push(word('page.from_top', { discs }));
  }
  parts.push(
    at.tile ? word('page.pile', { count: at.pile, tile: tileName(at.tile) }) : word('page.no_pile'),
  );
  if (at.lys) parts.push(word('page.lys_here'));
  return parts.join(' ');
}
