// Who the reader is on this server (docs/players.md): nobody has to be anybody. A browser's key is
// added to a player by a link, a key file or a passkey; all of it begins with a name.
import { ask } from './api';
import { deviceKey, playerKey, randomText, setSignedIn } from './key';
import { forgetPuzzles, syncPuzzles } from './puzzles';
import { Refused } from './refused';
import { forgetTokens, guestTokens } from './seats';
import { sha256 } from './sha256';

export interface Device {
  id: string;
  label: string;
  added: number;
  seen: number;
  here: boolean;
}

export interface Me {
  name: string;
  created: number;
  settings: Record<string, unknown>;
  devices: Device[];
  passkeys: { id: string; added: number }[];
}

const SOME = 50; // seats that are claimed at once
let current = $state.raw<{ me: Me | null; known: boolean }>({ me: null, known: false });

/** The reader as a player; null: a guest, or the server has not answered yet. */
export const me = (): Me | null => current.me;
/** Whether the server has answered. */
export const isKnown = (): boolean => current.known;

function take(found: Me | null): Me | null {
  current = { me: found, known: true };
  setSignedIn(found !== null);
  return found;
}

/** Asks the server who this browser is; a guest's browser asks nothing. */
export async function lookWhoIAm(): Promise<Me | null> {
  const token = deviceKey();
  if (token === null) return take(null);
  try {
    return take(await ask<Me>('/me', { token }));
  } catch (reason) {
    if (!(reason instanceof Refused) || reason.status !== 401) throw reason;
    forgetTokens(token);
    return take(null); // it was signed out, from another device
  }
}

const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const; // most call themselves by the names of others too

/** What a device is called until its owner calls it otherwise. */
export function ownLabel(agent = navigator.userAgent): string {
  const browser = BROWSERS.find(([sign]) => agent.includes(`${sign}/`))?.[1];
  const system = /iPhone|iPad|Android|Windows|Mac OS|CrOS|Linux/.exec(agent)?.[0];
  return [browser, system].filter(Boolean).join(', ');
}

/** The reader is somebody from now on, and what this browser has of a guest is theirs. */
export async function begin(name: string): Promise<void> {
  const body = { name, label: ownLabel() };
  take(await ask<Me>('/me', { body, token: playerKey() }));
  await bringAlong();
}

/** Signs this browser in as somebody who is there already. */
export async function signIn(proof: {
  secret?: string;
  key?: string;
  passkey?: unknown;
}): Promise<void> {
  const body = { ...proof, label: ownLabel() };
  take(await ask<Me>('/me/devices', { body, token: playerKey() }));
  await bringAlong();
}

/** Seats, and what was made of puzzles; if the latter fails, /puzzles does it later. */
async function bringAlong(): Promise<void> {
  await claimSeats();
  await syncPuzzles().catch(() => undefined);
}

/** Seats that were taken as a guest are opened by the reader's devices afterwards. */
async function claimSeats(): Promise<void> {
  const tokens = guestTokens();
  for (let at = 0; at < tokens.length; at += SOME) {
    const some = tokens.slice(at, at + SOME);
    await ask('/me/seats', { body: { tokens: some }, token: playerKey() });
    for (const token of some) forgetTokens(token);
  }
}

export async function rename(name: string): Promise<void> {
  take(await ask<Me>('/me', { method: 'PUT', body: { name }, token: playerKey() }));
}

/** A link for another device; its secret is behind the #, so that no server and no log sees it. */
export async function newLink(): Promise<{ address: string; until: number }> {
  const secret = randomText();
  const body = { secret_hash: sha256(secret) };
  const { until } = await ask<{ until: number }>('/me/links', { body, token: playerKey() });
  return { address: `${location.origin}/me#link=${secret}`, until };
}

export const linkIn = (hash: string): string | null =>
  /^#link=([A-Za-z0-9_-]{20,200})$/.exec(hash)?.[1] ?? null;

/** A key of its own, to be kept in a file. */
export async function newKeyFile(label: string): Promise<string> {
  const key = randomText();
  const body = { key_hash: sha256(key), label };
  take(await ask<Me>('/me/keys', { body, token: playerKey() }));
  return JSON.stringify({ moonlit: 'key', server: location.origin, key }, null, 2);
}

export function keyIn(file: string): string | null {
  try {
    const { key } = JSON.parse(file) as { key?: unknown };
    return typeof key === 'string' && key.length >= 20 ? key : null;
  } catch {
    return null;
  }
}

export async function callDevice(id: string, label: string): Promise<void> {
  const asked = { method: 'PUT', body: { label }, token: playerKey() };
  take(await ask<Me>(`/me/devices/${id}`, asked));
}

/** Signs a device out; this one is a guest's afterwards. */
export async function signOut(device: Device): Promise<void> {
  const key = playerKey();
  await ask(`/me/devices/${device.id}`, { method: 'DELETE', token: key });
  await afterwards(device.here, key);
}

export async function dropPasskey(id: string): Promise<void> {
  await ask(`/me/passkeys/${id}`, { method: 'DELETE', token: playerKey() });
  await lookWhoIAm();
}

export async function deleteMe(): Promise<void> {
  const key = playerKey();
  await ask('/me', { method: 'DELETE', token: key });
  await afterwards(true, key);
}

async function afterwards(here: boolean, key: string): Promise<void> {
  if (!here) await lookWhoIAm();
  else {
    forgetTokens(key);
    forgetPuzzles();
    take(null);
  }
}

// ---- passkeys

/** Browsers have them with HTTPS and a name, or on the own machine. */
export function hasPasskeys(): boolean {
  const named = !/^[\d.]+$|^\[/.test(location.hostname);
  const found = globalThis.isSecureContext ? globalThis.PublicKeyCredential : undefined;
  return named && typeof found?.parseCreationOptionsFromJSON === 'function';
}

type Options = { options: Record<string, unknown> };

export async function addPasskey(): Promise<void> {
  const token = playerKey();
  const { options } = await ask<Options>('/me/passkeys/challenge', { body: {}, token });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never);
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  take(await ask<Me>('/me/passkeys', { body: { passkey: made.toJSON() }, token }));
}

export async function signInWithPasskey(): Promise<void> {
  const { options } = await ask<Options>('/me/challenge', { body: {} });
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
  const shown = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  await signIn({ passkey: shown.toJSON() });
}

// ---- taking it along

/** Everything of the reader, as a file. */
export async function archive(): Promise<Blob> {
  const headers = { Authorization: `Bearer ${playerKey()}` };
  const response = await fetch('/api/me/archive', { headers });
  if (!response.ok) throw new Error('no archive');
  return response.blob();
}

export function save(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
