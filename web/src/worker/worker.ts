// The service worker: the page without a network, and a word when it is somebody's turn.
/// <reference lib="webworker" />
import { policyOf } from './policy';

declare const self: ServiceWorkerGlobalScope;
/** Put in by the build (web/offline.ts): the page's files, and a sum of them all. */
declare const FILES: string[];
declare const VERSION: string;

const SHELL = `shell-${VERSION}`;
const OPENED = 'opened'; // puzzles and replays that were looked at, and what they need
const MAX_OPENED = 300;
const PATIENCE = 4000; // ms that an answer may take before the last one is shown

interface Shown {
  title: string;
  body: string;
  path: string;
  tag: string;
  stop: string;
  stop_label: string;
  language: string;
}

self.addEventListener('install', (event) => event.waitUntil(keepShell()));
self.addEventListener('activate', (event) => event.waitUntil(forgetOldShells()));
self.addEventListener('message', (event) => {
  if (event.data === 'update') void self.skipWaiting();
});

async function keepShell(): Promise<void> {
  const shell = await caches.open(SHELL);
  await shell.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' })));
}

async function forgetOldShells(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name !== SHELL && name !== OPENED);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim(); // whoever is here for the first time opens things as well
}

// ---- requests ------------------------------------------------------------------------------------

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  const policy = policyOf({
    method: request.method,
    path: url.pathname,
    navigates: request.mode === 'navigate',
    secret: request.headers.has('authorization'),
  });
  if (policy === 'shell') event.respondWith(kept('/', request));
  else if (policy === 'file') event.respondWith(kept(request, request));
  else if (policy === 'fresh') event.respondWith(fresh(request, event));
});

async function kept(key: string | Request, request: Request): Promise<Response> {
  const shell = await caches.open(SHELL);
  return (await shell.match(key, { ignoreSearch: true, ignoreVary: true })) ?? fetch(request);
}

/** From the server; where it does not answer, as it did last time. */
async function fresh(request: Request, event: FetchEvent): Promise<Response> {
  const key = await keyOf(request);
  const coming = fetch(request).then((answer) => {
    if (answer.ok) event.waitUntil(keep(key, answer.clone()));
    return answer;
  });
  const opened = await caches.open(OPENED);
  const last = await opened.match(key, { ignoreVary: true });
  if (!last) return coming;
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(last), PATIENCE));
  return Promise.race([coming.catch(() => last), late]);
}

/** What was asked by POST is told apart by its body. */
async function keyOf(request: Request): Promise<string> {
  if (request.method === 'GET') return request.url;
  const bytes = new Uint8Array(await request.clone().arrayBuffer());
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `${request.url}?${Array.from(sum, (byte) => byte.toString(16)).join('')}`;
}

async function keep(key: string, answer: Response): Promise<void> {
  const opened = await caches.open(OPENED);
  await opened.delete(key); // the newest stands last
  await opened.put(key, answer);
  const keys = await opened.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - MAX_OPENED))) await opened.delete(old);
}

// ---- messages ------------------------------------------------------------------------------------

self.addEventListener('push', (event) => {
  const shown = event.data?.json() as Shown | undefined;
  if (!shown) return;
  const options = {
    body: shown.body,
    tag: shown.tag,
    lang: shown.language,
    icon: '/icon-192.png',
    data: shown,
    actions: [{ action: 'stop', title: shown.stop_label }],
  };
  event.waitUntil(self.registration.showNotification(shown.title, options));
});

self.addEventListener('notificationclick', (event) => {
  const shown = event.notification.data as Shown;
  event.notification.close();
  if (event.action === 'stop') event.waitUntil(fetch(shown.stop, { method: 'POST' }));
  else event.waitUntil(show(shown.path));
});

/** The window that shows it already, or a new one. */
async function show(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find((each) => new URL(each.url).pathname === path);
  if (there) await there.focus();
  else await self.clients.openWindow(path);
}
