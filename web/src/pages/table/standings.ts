// How the scores at the end came about: which numbers stand behind each game's score.
import type { Standing, State } from '../../lib/types';
import { t } from '../../lib/words.svelte';

export interface Column {
  title: string;
  /** What a seat has there; a resignation leaves some numbers unknown. */
  value: (standing: Standing) => string;
}

function number(name: string): (standing: Standing) => string {
  return (standing) =>
    typeof standing[name] === 'number' ? String(standing[name]).replace('-', '−') : '–';
}

const minus = (name: string) => (standing: Standing) =>
  standing[name] ? `−${standing[name]}` : number(name)(standing);

/** The columns of a game's table of standings, the score last. */
export function columns(game: string, players: number): Column[] {
  if (game === 'nova-luna' && players === 1)
    return [
      { title: t('end.note1'), value: number('note1') },
      { title: t('end.note2'), value: number('note2') },
      { title: t('end.score'), value: number('score') },
    ];
  if (game === 'nova-luna')
    return [
      { title: t('end.tiles'), value: number('tiles') },
      { title: t('end.goals'), value: number('goals') },
      { title: t('end.discs_left'), value: number('discs') },
    ];
  if (game === 'dance-of-muses')
    return [
      {
        title: t('end.dice'),
        value: ({ dice }) => (Array.isArray(dice) ? dice.join(' ') : '–'),
      },
      { title: t('end.sum'), value: number('sum') },
      {
        title: t('end.suns'),
        value: ({ score, silver }) => (silver ? `${score} ☼` : String(score ?? '–')),
      },
    ];
  if (game === 'nomads')
    return [
      { title: t('end.cards'), value: number('cards') },
      { title: t('end.moons'), value: number('moons') },
      { title: t('end.loose'), value: minus('tiles') },
      { title: t('end.score'), value: number('score') },
    ];
  return [{ title: t('end.score'), value: number('score') }];
}

/** One sentence on how to read the table. */
export function explanation(game: string, players: number): string {
  if (game === 'nova-luna') return players === 1 ? t('end.how_solo') : t('end.how_nova');
  if (game === 'dance-of-muses') return t('end.how_muses');
  return game === 'nomads' ? t('end.how_nomads') : '';
}

export function winners(state: State): Standing[] {
  return (state.ended?.standings ?? []).filter(({ place }) => place === 1);
}
