// Whoever has seen enough: a click on the board, Enter, Space or Escape, and what still travels is
// there, what is told in stages is told, and the next move need not wait.
import { tellAll } from '../../lib/stages.svelte';
import type { Playing } from './game.svelte';

const KEYS = ['Enter', ' ', 'Escape'];

/** Listens on the board. What is pressed while moves wait means "go on", and nothing else. */
export function hurry(game: Playing, done: () => void): (board: HTMLElement) => () => void {
  return (board) => {
    const stop = new AbortController();
    const early = { signal: stop.signal, capture: true };
    const goOn = (): boolean => {
      const waited = game.paced.waiting > 0;
      tellAll(board);
      if (waited) game.paced.next();
      done();
      return waited;
    };
    const swallow = (event: Event): void => {
      event.stopPropagation();
      event.preventDefault();
    };
    // not before the click: what moves under a finger that is down would lose it
    board.addEventListener('click', (event) => goOn() && swallow(event), early);
    window.addEventListener(
      'keydown',
      (event) => {
        const target = event.target as Element;
        const here = target === document.body || board.contains(target);
        if (here && KEYS.includes(event.key) && goOn()) swallow(event);
      },
      early,
    );
    return () => stop.abort();
  };
}
