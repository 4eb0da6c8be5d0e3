import { say } from '../../lib/words.svelte';
import type { GameModule } from '../contract';
import { lasts } from './time';
import { GAME, type NomadsView } from './types';

export default {
  board: () => import('./Board.svelte'),
  scene: () => import('./Scene.svelte'),
  lesson: () => import('./lesson.json'),
  readable: () => import('./readable'),
  lasts,
  score: (view) => ({
    word: 'page.score_of',
    counts: (view as NomadsView).seats.map(({ score }) => score),
  }),
  choices: {
    adventurers: {
      portrait: () => import('./Portrait.svelte'),
      about: (name) => say(GAME, `rules.${name}`),
    },
  },
} satisfies GameModule;
