import type { GameModule } from '../contract';
import { lasts } from './time';

export default {
  board: () => import('./Board.svelte'),
  scene: () => import('./Scene.svelte'),
  lesson: () => import('./lesson.json'),
  lasts,
  readable: () => import('./readable'),
} satisfies GameModule;
