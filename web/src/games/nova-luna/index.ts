import type { GameModule } from '../contract';
import { lasts } from './end';
import type { NovaView } from './types';

export default {
  board: () => import('./Board.svelte'),
  scene: () => import('./Scene.svelte'),
  lesson: () => import('./lesson.json'),
  lasts,
  readable: () => import('./readable'),
  keys: [
    ['1 2 3', 'page.key_take'],
    ['R', 'page.refill'],
    ['+ −', 'page.key_zoom'],
  ],
  score: (view) => {
    const { solo, displays } = view as NovaView;
    return solo ? null : { word: 'page.discs_left', counts: displays.map(({ discs }) => discs) };
  },
  how: (rows) => (rows.some(({ score }) => score === 0) ? 'page.how_last_disc' : 'standings.how'),
} satisfies GameModule;
