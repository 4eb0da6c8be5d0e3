// What keys do at a table. A board has keys of its own; what it has taken is left alone here.
import type { Playing } from './game.svelte';

type Doing = Record<string, () => unknown>;

export function keysOf(game: Playing, more: Doing): (event: KeyboardEvent) => void {
  const doing: Doing = {
    u: () => game.shown.undo.can && game.undo(),
    h: () => game.moves && game.guests <= 1 && game.ask(),
    s: () => game.toNow(),
    b: () => game.canStepBack && game.step(-1),
    n: () => game.looksBack && game.step(1),
    ...more,
  };
  return (event) => {
    const target = event.target as HTMLElement;
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
    if (target.closest('input, textarea, select, dialog')) return;
    const found = doing[event.key.toLowerCase()];
    if (found) {
      event.preventDefault();
      found();
    } else if (game.pending && event.key === 'Escape') game.cancel();
    else if (
      game.pending &&
      event.key === 'Enter' &&
      !target.closest('button, a, [role], [tabindex="0"]')
    )
      game.confirm();
  };
}
