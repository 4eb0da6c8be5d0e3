// Clubs (docs/clubs.md): their members alone see anything of them.
import { ask } from './api';
import { playerKey, randomText } from './key';
import type { OnBoard } from './ratings';
import { sha256 } from './sha256';
import { recall, remember } from './stored';
import type { Summary } from './types';

export interface ShortClub {
  id: string;
  name: string;
  owner: boolean;
  members: number;
  joined: number;
}

export interface Member {
  id: string;
  name: string;
  joined: number;
  owner: boolean;
  you: boolean;
}

export interface Season {
  number: number;
  name: string;
  began: number;
  ended: number | null;
}

export interface Club {
  id: string;
  name: string;
  created: number;
  /** Whether it is the reader's. */
  owner: boolean;
  /** How the hash of the invitation's secret begins, for the owner. */
  link: string | null;
  members: Member[];
  tables: Summary[];
  seasons: Season[];
  /** Of which there are results. */
  games: string[];
}

export interface ClubLine {
  number: number;
  at: number;
  name: string;
  you: boolean;
  text: string;
}

export type BoardRow = OnBoard & { place: number; member: boolean; wins: number };

export interface Board {
  game: string;
  season: Season | null;
  games: number;
  board: BoardRow[];
}

/** Asks as the reader. */
function own<T>(path: string, body?: unknown, method?: string): Promise<T> {
  return ask<T>(path, { token: playerKey(), body, method });
}

/** What the parts of a club's page are given. */
export interface ClubPart {
  club: Club;
  change: (work: () => Promise<Club>) => Promise<void>;
}

export const myClubs = async (): Promise<ShortClub[]> =>
  (await own<{ clubs: ShortClub[] }>('/clubs')).clubs;

export const foundClub = (name: string): Promise<Club> => own('/clubs', { name });

export const clubOf = (id: string): Promise<Club> => own(`/clubs/${id}`);

export const renameClub = (id: string, name: string): Promise<Club> =>
  own(`/clubs/${id}`, { name }, 'PUT');

export const leaveClub = (id: string): Promise<unknown> => own(`/clubs/${id}/leave`, {});

export const dissolveClub = (id: string): Promise<unknown> =>
  own(`/clubs/${id}`, undefined, 'DELETE');

export const removeMember = (id: string, member: string): Promise<Club> =>
  own(`/clubs/${id}/members/${member}`, undefined, 'DELETE');

export const handOver = (id: string, member: string): Promise<Club> =>
  own(`/clubs/${id}/owner`, { member }, 'PUT');

export const startSeason = (id: string, name: string): Promise<Club> =>
  own(`/clubs/${id}/seasons`, { name });

export const endSeason = (id: string): Promise<Club> => own(`/clubs/${id}/seasons/end`, {});

export const clubTalk = async (id: string, after: number): Promise<ClubLine[]> =>
  (await own<{ chat: ClubLine[] }>(`/clubs/${id}/chat?after=${after}`)).chat;

export const sayToClub = (id: string, text: string): Promise<unknown> =>
  own(`/clubs/${id}/chat`, { text });

export function clubBoard(id: string, game: string, season: number | null): Promise<Board> {
  const query = new URLSearchParams({ game, ...(season ? { season: String(season) } : {}) });
  return own(`/clubs/${id}/leaderboard?${query}`);
}

// ---- invitations: the secret is behind the #, so that no server and no log sees it

const LINKS = 'club_links';
type Links = Record<string, string>;

export const invitationTo = (secret: string): string => `${location.origin}/clubs#join=${secret}`;

/** The secret in a link, or in what stands behind its #. */
export const secretIn = (text: string): string | null =>
  /#join=([A-Za-z0-9_-]{20,200})\s*$/.exec(text)?.[1] ?? null;

export function invitation(
  secret: string,
): Promise<{ name: string; members: number; id: string | null }> {
  return own('/clubs/invitation', { secret });
}

export const joinClub = (secret: string): Promise<Club> => own('/clubs/join', { secret });

/** Another invitation: the one before is void. Its secret stays in this browser. */
export async function newInvitation(id: string): Promise<Club> {
  const secret = randomText();
  const club = await own<Club>(`/clubs/${id}/link`, { secret_hash: sha256(secret) }, 'PUT');
  remember(LINKS, { ...recall<Links>(LINKS, {}), [id]: secret });
  return club;
}

export const stopInvitation = (id: string): Promise<Club> =>
  own(`/clubs/${id}/link`, { secret_hash: null }, 'PUT');

/** The link that is valid, if this browser has made it. */
export function knownInvitation(club: Club): string | null {
  const secret = recall<Links>(LINKS, {})[club.id];
  return secret && club.link && sha256(secret).startsWith(club.link) ? invitationTo(secret) : null;
}
