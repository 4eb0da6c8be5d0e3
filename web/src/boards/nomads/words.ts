// Nomads in words: names of pieces, and what a move would bring as sentences.
import { say, type Arguments } from '../../lib/words.svelte';
import { legendOf } from './moves';
import type { DiscName, NomadsPreview, NomadsView, Space, TileName } from './view';
import { owner } from './view';

export function word(key: string, args: Arguments = {}, names: readonly string[] = []): string {
  return say('nomads', key, args, names);
}

/** A number with a real minus. */
export function signed(number: number): string {
  return number < 0 ? `−${-number}` : `${number}`;
}

export function tileName(tile: TileName | 'song' | null): string {
  if (tile === null) return word('page.unknown_tile');
  return tile === 'moon' ? word('page.opal') : word(`board.${tile}`);
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

/** A card as `a4` or `song 5` says it. */
export function cardName(card: string): string {
  const song = /^song ?(\d+)$/.exec(card);
  if (song) return `${word('board.song')} ${song[1]}`;
  return `${tileName(legendOf(card[0]!))} ${card.replace(/\D/g, '')}`;
}

export function paidNames(paid: string): string {
  const counts = new Map<string, number>();
  for (const letter of paid) {
    const name = letter === '*' ? tileName('wild') : tileName(legendOf(letter));
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => (count > 1 ? `${count} ${name}` : name)).join(', ');
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

/** Everything that is known of a move's consequences, sentence by sentence. */
export function tell(view: NomadsView, preview: NomadsPreview): string[] {
  const said: string[] = [];
  const add = (key: string, args: Arguments = {}): void => {
    said.push(word(`board.${key}`, args, view.players));
  };
  const listens = ['move', 'top', 'stay', 'lys'].includes(preview.kind);
  if (preview.then === 'lys') add('would_move_lys');
  for (const { seat } of view.seats) {
    const tiles = preview.takes.filter((take) => take.seat === seat);
    if (tiles.length) add('would_take', { seat, tiles: tiles.map(({ tile }) => tileName(tile)) });
  }
  for (const { adventurer } of view.unplayed) {
    const tiles = preview.takes.filter((take) => take.seat === null && take.by === adventurer);
    if (tiles.length)
      add('would_discard', {
        adventurer: adventurerName(adventurer),
        tiles: tiles.map(({ tile }) => tileName(tile)),
      });
  }
  if (listens && !preview.takes.length && view.asks !== 'first_lys') add('would_take_nothing');
  if (preview.then === 'top') add('would_ask_red');
  if (preview.written) {
    const { card, paid, points, returned } = preview.written;
    add('would_pay', { card: cardName(card), paid: paidNames(paid), points });
    if (returned) add('would_return', { card: cardName(returned) });
  }
  if (preview.scoring.follows) {
    add('would_score');
    if (preview.scoring.moons === null) add('may_win');
    preview.scoring.moons?.forEach((count, seat) => {
      if (count) add('would_win', { seat, count });
    });
  } else if (preview.scoring.follows === null && !preview.then) add('may_score');
  if (preview.last_writing && !view.last_writing && !preview.over) add('would_close');
  if (preview.over) add('would_end');
  return said;
}
