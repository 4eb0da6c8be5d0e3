// Whom the reader may ask to a table, and the tables to which they are asked (docs/players.md).
import { ask } from './api';
import { deviceKey, playerKey } from './key';
import type { Summary } from './types';

/** Somebody whom the reader knows; `who` means nothing elsewhere, or to anybody else. */
export interface Person {
  who: string;
  name: string;
}

export type Known = Person & { invited: boolean };
export type Invitation = Summary & { by: string; invited: number };

export interface Invitations {
  invitations: Invitation[];
  /** Of whom the reader wants none. */
  refused: Person[];
}

/** People with whom the reader has played; a guest knows nobody. */
export async function knownAt(table: string): Promise<Known[]> {
  const token = deviceKey();
  if (token === null) return [];
  return (await ask<{ known: Known[] }>(`/tables/${table}/known`, { token })).known;
}

export function invite(table: string, who: string): Promise<unknown> {
  return ask(`/tables/${table}/invitations`, { body: { who }, token: playerKey() });
}

export async function myInvitations(): Promise<Invitations> {
  const token = deviceKey();
  if (token === null) return { invitations: [], refused: [] };
  return ask<Invitations>('/me/invitations', { token });
}

/** Not this time; `never`: nor another time, if the same person asks. */
export function decline(table: string, never = false): Promise<unknown> {
  const asked = { method: 'DELETE', token: playerKey() };
  return ask(`/me/invitations/${table}${never ? '?never=true' : ''}`, asked);
}

export function allow(who: string): Promise<unknown> {
  return ask(`/me/refused/${who}`, { method: 'DELETE', token: playerKey() });
}
