// Which page an address means, and how to go to another without loading the app again.

export type Route =
  | { page: 'home' }
  | { page: 'table'; id: string }
  | { page: 'replay'; id: string | null }
  | { page: 'replay'; id: null; date: string }
  | { page: 'daily'; date: string | null }
  | { page: 'puzzles'; game: string | null }
  | { page: 'puzzle'; id: string }
  | { page: 'learn'; game: string | null }
  | { page: 'me' }
  | { page: 'games' }
  | { page: 'stats'; game: string | null }
  | { page: 'players'; game: string | null }
  | { page: 'clubs' }
  | { page: 'club'; id: string }
  | { page: 'stop'; id: string; what: 'stop' | 'confirm' }
  | { page: 'lost' };

export function read(path: string): Route {
  const parts = path.split('/').filter(Boolean);
  const [first, second, third] = parts;
  if (parts.length === 0) return { page: 'home' };
  if (first === 't' && second && parts.length === 2) return { page: 'table', id: second };
  if (first === 't' && second && third === 'replay' && parts.length === 3)
    return { page: 'replay', id: second };
  if (first === 'replay' && parts.length === 1) return { page: 'replay', id: null };
  if (first === 'daily' && parts.length <= 2) return { page: 'daily', date: second ?? null };
  if (first === 'daily' && second && third === 'solution' && parts.length === 3)
    return { page: 'replay', id: null, date: second };
  if (first === 'puzzles' && parts.length <= 2) return { page: 'puzzles', game: second ?? null };
  if (first === 'puzzle' && second && parts.length === 2) return { page: 'puzzle', id: second };
  if (first === 'learn' && parts.length <= 2) return { page: 'learn', game: second ?? null };
  if (first === 'me' && parts.length === 1) return { page: 'me' };
  if (first === 'me' && second === 'games' && parts.length === 2) return { page: 'games' };
  if (first === 'me' && second === 'stats' && parts.length <= 3)
    return { page: 'stats', game: third ?? null };
  if (first === 'players' && parts.length <= 2) return { page: 'players', game: second ?? null };
  if (first === 'clubs' && parts.length === 1) return { page: 'clubs' };
  if (first === 'clubs' && second && parts.length === 2) return { page: 'club', id: second };
  if ((first === 'stop' || first === 'confirm') && second && parts.length === 2)
    return { page: 'stop', id: second, what: first };
  return { page: 'lost' };
}

const here = $state({ path: '/' });

export function path(): string {
  return here.path;
}

export function go(to: string, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', to);
  here.path = location.pathname;
}

/** Follows the address bar, and turns clicks on our own links into steps inside the app. */
export function watchAddress(): () => void {
  const follow = () => (here.path = location.pathname);
  const click = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest?.('a');
    if (!link || link.target || link.hasAttribute('download')) return;
    if (link.relList.contains('external')) return; // not a place in the app
    const to = new URL(link.href, location.href);
    if (to.origin !== location.origin || to.pathname.startsWith('/api/')) return;
    if (to.pathname === location.pathname && to.hash) return;
    event.preventDefault();
    go(to.pathname + to.search + to.hash);
  };
  follow();
  window.addEventListener('popstate', follow);
  document.addEventListener('click', click);
  return () => {
    window.removeEventListener('popstate', follow);
    document.removeEventListener('click', click);
  };
}
