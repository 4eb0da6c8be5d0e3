import type { GameModule } from '../contract';

export default {
  board: () => import('./Board.svelte'),
  scene: () => import('./Scene.svelte'),
  lesson: () => import('./lesson.json'),
  readable: () => import('./readable'),
  keys: [
    ['1 2 3', 'page.key_take'],
    ['R', 'page.refill'],
    ['+ −', 'page.key_zoom'],
  ],
  how: (rows) => (rows.some(({ score }) => score === 0) ? 'page.how_last_disc' : 'standings.how'),
} satisfies GameModule;
