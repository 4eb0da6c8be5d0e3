// How the scores at the end came about: the numbers behind them, as the game declares them.
import { gameModule } from '../../games';
import type { Column, GameInfo } from '../../lib/api';
import type { Standing, State } from '../../lib/types';
import { phrase, say, t } from '../../lib/words.svelte';

const SCORE: Column = { field: 'score', form: 'number', mark: null };

/** The columns of a table of standings; the score alone where nothing else is known. */
export function columnsOf(info: GameInfo | undefined, players: number): Column[] {
  return info?.columns[players] ?? [SCORE];
}

export function columnTitle(game: string, { field }: Column): string {
  const key = `standings.${field}`;
  return phrase(game, key) === undefined && field === 'score' ? t('end.score') : say(game, key);
}

/** What a seat has there; a resignation leaves some numbers unknown. */
export function cell(game: string, { field, form, mark }: Column, standing: Standing): string {
  const value = standing[field];
  const text = Array.isArray(value)
    ? value.join(' ')
    : typeof value === 'number'
      ? signed(form === 'minus' ? -value : value)
      : '–';
  return mark && standing[mark] ? `${text} ${say(game, 'standings.mark')}` : text;
}

/** A real minus, and none before nothing. */
function signed(number: number): string {
  return number < 0 ? `−${-number}` : String(Math.abs(number));
}

/** One sentence on how to read the table. */
export function explanation(
  game: string,
  players: number,
  standings: readonly Standing[] = [],
): string {
  const how = gameModule(game)?.how?.(standings) ?? 'standings.how';
  const key = players === 1 ? 'standings.how_solo' : how;
  return phrase(game, key) ?? phrase(game, 'standings.how') ?? '';
}

export function winners(state: State): Standing[] {
  return (state.ended?.standings ?? []).filter(({ place }) => place === 1);
}

/** What whoever sees the end would like to know: who has lost nothing asks otherwise. */
export function question(state: State): string {
  const you = state.you.seat;
  const alone = state.table.players === 1;
  const lost = alone || winners(state).every(({ seat }) => seat !== you);
  return t(you !== null && lost ? 'review.lost' : 'review.decided');
}
