import type { GameModule } from '../contract';
import { readable } from './readable';

export default {
  board: () => import('./Board.svelte'),
  scene: () => import('./Scene.svelte'),
  lesson: () => import('./lesson.json'),
  readable,
} satisfies GameModule;
