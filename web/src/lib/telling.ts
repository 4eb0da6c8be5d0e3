// What happened and what would happen, in words. The sentences are the games' own.
import type { LogLine, Preview } from './types';
import { phrase, say, t, type Arguments } from './words.svelte';

type Names = readonly string[];
type Describe = (preview: Preview, names: Names) => string[];

const LEGENDS: Record<string, string> = {
  a: 'amber',
  c: 'coral',
  i: 'indigo',
  j: 'jade',
  o: 'onyx',
  p: 'pearl',
  r: 'rose',
  '*': 'wild',
};

function novaLuna(preview: Preview, names: Names): string[] {
  const board = (key: string, args: Arguments = {}) => say('nova-luna', `board.${key}`, args, names);
  const goals = (preview['goals'] as unknown[] | undefined) ?? [];
  if (preview['tile'] === null) return [board('would_refill', { count: preview['refill'] })];
  const lines = [goals.length ? t('would.meet', { count: goals.length }) : board('would_meet_none')];
  return [...lines, ...next('nova-luna', preview, names)];
}

interface Die {
  name: string;
  from: number;
  to: number;
}

function danceOfMuses(preview: Preview, names: Names): string[] {
  const board = (key: string, args: Arguments = {}) =>
    say('dance-of-muses', `board.${key}`, args, names);
  const lines: string[] = [];
  if (preview['kind'] === 'placing') {
    const key = preview['face_down'] ? 'would_place_down' : 'would_place';
    const place = `${preview['x']},${preview['y']}`;
    lines.push(board(key, { muse: muse(String(preview['muse']), names), place }));
  } else if (!(preview['moved'] as unknown[] | undefined)?.length) lines.push(board('would_stay'));
  const dice = (preview['dice'] as Die[] | undefined) ?? [];
  if (dice.length) {
    const changes = dice.map(({ name, from, to }) => `${muse(name, names)} ${from} → ${to}`);
    lines.push(board('would_change', { dice: changes }));
  }
  return [...lines, ...next('dance-of-muses', preview, names)];
}

/** Clio, or whose face-down Muse it is. */
export function muse(name: string, names: Names): string {
  const [, seat] = /^\?(\d)$/.exec(name) ?? [];
  if (seat === undefined) return name.charAt(0).toUpperCase() + name.slice(1);
  if (seat === '0') return t('would.neutral');
  return t('would.mystery', { seat: Number(seat) - 1, name: names[Number(seat) - 1] ?? seat });
}

interface Take {
  seat: number | null;
  by: string;
  tile: string | null;
}

function nomads(preview: Preview, names: Names): string[] {
  const board = (key: string, args: Arguments = {}) => say('nomads', `board.${key}`, args, names);
  const lines: string[] = [];
  const card = preview['written'] as Arguments | null | undefined;
  if (card) {
    lines.push(board('would_pay', { ...card, card: cardName(card['card']), paid: tiles(card['paid']) }));
    if (card['returned']) lines.push(board('would_return', { card: cardName(card['returned']) }));
  }
  if (preview['then'] === 'lys') lines.push(board('would_move_lys'));
  const takes = (preview['takes'] as Take[] | undefined) ?? [];
  if (takes.length || ['move', 'top', 'stay'].includes(String(preview['kind'])))
    lines.push(...takings(takes, names));
  if (preview['then'] === 'top') lines.push(board('would_ask_red'));
  if (preview['then'] == null) {
    const scoring = preview['scoring'] as { follows: boolean | null } | undefined;
    if (scoring?.follows === null) lines.push(board('may_score'));
    else if (scoring?.follows) lines.push(board('would_score'));
    if (preview['last_writing']) lines.push(board('would_close'));
    lines.push(...next('nomads', preview, names));
  }
  return lines;
}

function takings(takes: Take[], names: Names): string[] {
  if (!takes.length) return [say('nomads', 'board.would_take_nothing')];
  const heard = new Map<number | string, string[]>();
  for (const take of takes) {
    const who = take.seat ?? take.by;
    const tile = take.tile === null ? '?' : tileName(take.tile);
    heard.set(who, [...(heard.get(who) ?? []), tile]);
  }
  return [...heard].map(([who, tiles]) =>
    typeof who === 'number'
      ? say('nomads', 'board.would_take', { seat: who, tiles }, names)
      : say('nomads', 'board.would_discard', { adventurer: muse(who, names), tiles }),
  );
}

function tileName(tile: string): string {
  return tile === 'moon' ? t('would.moon') : (phrase('nomads', `board.${tile}`) ?? tile);
}

/** "aac*" as words: amber ×2, coral, wild. */
export function tiles(letters: unknown): string {
  const counts = new Map<string, number>();
  for (const letter of String(letters)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts]
    .map(([letter, count]) => {
      const name = LEGENDS[letter] ? tileName(LEGENDS[letter]) : letter;
      return count > 1 ? `${name} ×${count}` : name;
    })
    .join(', ');
}

/** "legend a4" or "a4" as words: amber 4; "song 5": song 5. */
export function cardName(card: unknown): string {
  const text = String(card);
  const [, letter, value] = /(?:^|\s)([acijopr])(\d+)$/.exec(text) ?? [];
  if (letter && value) return `${tileName(LEGENDS[letter]!)} ${value}`;
  const [, song] = /song (\d+)/.exec(text) ?? [];
  return song ? `${tileName('song')} ${song}` : text;
}

function next(game: string, preview: Preview, names: Names): string[] {
  if (preview['over']) return [say(game, 'board.would_end')];
  if (typeof preview['next'] !== 'number') return [];
  return [say(game, 'board.would_play', { seat: preview['next'] }, names)];
}

const DESCRIBE: Record<string, Describe> = {
  'nova-luna': novaLuna,
  'dance-of-muses': danceOfMuses,
  nomads,
};

/** What a move would bring, in a few sentences; nothing when the preview is not there yet. */
export function describe(game: string, preview: Preview | undefined, names: Names): string[] {
  if (!preview || !Object.keys(preview).length) return [];
  return DESCRIBE[game]?.(preview, names) ?? next(game, preview, names);
}

const MANY = 9; // sentences that are easier to read one a line: how a game came to its end

/** A sentence may begin with "the Neutral", but a name is written as its owner writes it. */
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A line of the log as paragraphs: one, or, where there is much to tell, one a sentence. */
export function paragraphs(line: Pick<LogLine, 'topic' | 'entries'>, names: Names): string[] {
  const said = line.entries
    .map(({ key, args }) => say(line.topic, key, readable(line.topic, args, names), names))
    .map((text) => (names.some((name) => text.startsWith(name)) ? text : capital(text)));
  return said.length < MANY ? [said.join(' ')] : said;
}

/** A line of the log, or a hint, in words. */
export function tell(line: Pick<LogLine, 'topic' | 'entries'>, names: Names): string {
  return paragraphs(line, names).join(' ');
}

/** Arguments that are notation, as words. */
function readable(topic: string, args: Arguments, names: Names): Arguments {
  const change: Record<string, (value: unknown) => unknown> =
    topic === 'nomads'
      ? { tile: tiles, tiles, paid: tiles, card: cardName, old: cardName }
      : topic === 'nova-luna'
        ? { tile: tileOfWheel }
        : topic === 'dance-of-muses'
          ? {
              muse: (name) => muse(String(name), names),
              target: (name) => muse(String(name), names),
              muses: (all) => (Array.isArray(all) ? all.map((name) => muse(String(name), names)) : all),
            }
          : {};
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, change[name]?.(value) ?? value]),
  );
}

/** "b4[ttt,t]" as words; what it costs is said beside it. */
export function tileOfWheel(name: unknown): string {
  switch (String(name)[0]) {
    case 'b':
      return t('tile.blue');
    case 'r':
      return t('tile.red');
    case 't':
      return t('tile.turquoise');
    case 'y':
      return t('tile.yellow');
    default:
      return String(name);
  }
}
