import type { GameModule } from '../contract';
import { suns } from './suns';
import { lasts } from './time';

export default {
  board: () => import('./Board.svelte'),
  scene: () => import('./Scene.svelte'),
  lesson: () => import('./lesson.json'),
  lasts,
  score: (view) => ({ word: view.over ? 'board.suns' : 'page.suns_now', counts: suns(view) }),
  readable: () => import('./readable'),
} satisfies GameModule;
