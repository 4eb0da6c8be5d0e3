import { say } from '../../lib/words.svelte';
import type { GameModule } from '../contract';
import { readable } from './readable';
import { GAME } from './types';

export default {
  board: () => import('./Board.svelte'),
  scene: () => import('./Scene.svelte'),
  lesson: () => import('./lesson.json'),
  readable,
  choices: {
    adventurers: {
      portrait: () => import('./Portrait.svelte'),
      about: (name) => say(GAME, `rules.${name}`),
    },
  },
} satisfies GameModule;
