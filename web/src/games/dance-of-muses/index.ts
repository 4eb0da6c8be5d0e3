import type { GameModule } from '../contract';

export default {
  board: () => import('./Board.svelte'),
  scene: () => import('./Scene.svelte'),
  lesson: () => import('./lesson.json'),
  readable: () => import('./readable'),
} satisfies GameModule;
