// The service worker (worker/worker.ts): the page without a network, and push messages. A new
// version of the page waits until the reader wants it.

const state = $state({ waiting: false });
let waiting: ServiceWorker | null = null;
const HOUR = 3_600_000;

/** Whether a new version of the page is ready. */
export function updateWaits(): boolean {
  return state.waiting;
}

/** Takes the new version: the page is loaded again. */
export function update(): void {
  state.waiting = false;
  waiting?.postMessage('update');
}

export function later(): void {
  state.waiting = false;
}

/** Call once, from the app. Without HTTPS a browser has no service workers, and nothing is lost. */
export function startWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const had = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (had) location.reload();
  });
  const start = () => void register().catch(() => undefined); // private windows have none either
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}

async function register(): Promise<void> {
  const registration = await navigator.serviceWorker.register('/worker.js');
  setInterval(() => void registration.update().catch(() => undefined), HOUR);
  const look = () => {
    if (!registration.waiting || !navigator.serviceWorker.controller) return;
    waiting = registration.waiting;
    state.waiting = true;
  };
  look();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look);
  });
}
