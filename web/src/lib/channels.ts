// How the reader wants to be told when it is their turn (docs/protocol.md): /api/me/channels.
import { ask } from './api';
import { playerKey } from './key';
import { isRefusal, ownRefusal, Refused } from './refused';
import { language } from './words.svelte';

export interface Channel {
  id: string;
  kind: 'push' | 'mail' | 'webhook';
  /** By what its owner knows it: the mailbox, or the host. */
  shown: string;
  /** Of push: by which this browser knows its own. */
  endpoint: string | null;
  events: string[];
  confirmed: boolean;
  dropped: number | null;
}

export interface Quiet {
  zone: string;
  /** Minutes after midnight. */
  begins: number;
  ends: number;
}

export interface Channels {
  channels: Channel[];
  quiet: Quiet | null;
  push_key: string;
  /** Whether this server sends any. */
  mail: boolean;
  events: string[];
}

const asked = (path: string, more: { body?: unknown; method?: string } = {}) =>
  ask<never>(`/me/${path}`, { ...more, token: playerKey() });

export function channels(): Promise<Channels> {
  return asked('channels');
}

export function addChannel(address: object, events: string[]): Promise<Channel> {
  return asked('channels', { body: { address, events, language: language() } });
}

export function chooseEvents(id: string, events: string[]): Promise<Channel> {
  return asked(`channels/${id}`, { method: 'PUT', body: { events } });
}

export function removeChannel(id: string): Promise<unknown> {
  return asked(`channels/${id}`, { method: 'DELETE' });
}

export function testChannel(id: string): Promise<unknown> {
  return asked(`channels/${id}/test`, { method: 'POST' });
}

export function setQuiet(quiet: Quiet | null): Promise<Channels> {
  return asked('quiet', { method: 'PUT', body: { quiet } });
}

/** What the button behind a link of a message does. */
export async function answerLink(what: 'stop' | 'confirm', token: string): Promise<void> {
  const path = `/${what}/${encodeURIComponent(token)}`;
  const answer = await fetch(path, { method: 'POST' }).catch(() => null);
  if (!answer) throw ownRefusal('refused.offline');
  if (answer.ok) return;
  const told = (await answer.json().catch(() => null)) as { error?: unknown } | null;
  throw isRefusal(told?.error)
    ? new Refused(told.error, answer.status)
    : ownRefusal('refused.unknown');
}

// ---- this browser's own push messages ------------------------------------------------------------

export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis;
}

/** Where the push service of this browser's maker takes messages for it; null: nowhere. */
export async function pushEndpoint(): Promise<string | null> {
  if (!canPush()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription())?.endpoint ?? null;
}

/** Asks the reader, then the browser's maker; the address to be told to the server. */
export async function subscribe(key: string): Promise<object> {
  if ((await Notification.requestPermission()) !== 'granted') throw ownRefusal('channels.denied');
  const registration = await navigator.serviceWorker.ready;
  try {
    const made = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: key,
    });
    const { endpoint, keys } = made.toJSON();
    return { kind: 'push', endpoint, keys };
  } catch {
    throw ownRefusal('channels.no_push');
  }
}

export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

// ---- hours ---------------------------------------------------------------------------------------

export function clockTime(minutes: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (60 * hours + minutes) % 1440;
}

// ---- vacations -----------------------------------------------------------------------------------

export interface Vacation {
  /** Null: there is none now. */
  until: number | null;
  /** In days. */
  left: number;
  most: number;
}

export function vacation(): Promise<Vacation> {
  return asked('vacation');
}

export function leave(days: number): Promise<Vacation> {
  return asked('vacation', { method: 'PUT', body: { days } });
}

export function comeBack(): Promise<Vacation> {
  return asked('vacation', { method: 'DELETE' });
}
