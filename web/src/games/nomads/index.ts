import { say } from '../../lib/words.svelte';
import type { GameModule } from '../contract';
import { lasts } from './time';
import { GAME } from './types';

export default {
  board: () => import('./Board.svelte'),
  scene: () => import('./Scene.svelte'),
  lesson: () => import('./lesson.json'),
  readable: () => import('./readable'),
  lasts,
  choices: {
    adventurers: {
      portrait: () => import('./Portrait.svelte'),
      about: (name) => say(GAME, `rules.${name}`),
    },
  },
} satisfies GameModule;
