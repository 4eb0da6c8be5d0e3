// What the service worker does with a request. Pure, so that it can be tested without one.

/**
 * shell: a place in the page, from the copy kept here. file: a part of it, likewise. fresh: from
 * the server, and as it was last time where there is no network. server: from the server only.
 */
export type Policy = 'shell' | 'file' | 'fresh' | 'server';

export interface Asked {
  method: string;
  path: string;
  /** It is a page that is opened. */
  navigates: boolean;
  /** It says who asks: what comes back is theirs. */
  secret: boolean;
}

/** What is the same for everybody and stays so; a game that is being played is not among it. */
const LASTING = [
  /^\/api\/games(\/[^/]+\/text\/[a-z]+)?$/,
  /^\/api\/about$/,
  /^\/api\/puzzles(\/[^/]+)?$/,
  /^\/api\/puzzle\/[^/]+$/,
  /^\/api\/tables\/[^/]+\/replay$/, // there is none before the game is over
];
/** Answers to what was tried in a puzzle. They are asked for by POST, but change nothing. */
const ANSWERED = /^\/api\/puzzle\/[^/]+\/(try|solution|previews)$/;
const ELSEWHERE = /^\/(api|docs|openapi\.json|healthz|readyz|metrics)(\/|$)/;

export function policyOf({ method, path, navigates, secret }: Asked): Policy {
  if (secret) return 'server';
  if (method === 'POST') return ANSWERED.test(path) ? 'fresh' : 'server';
  if (method !== 'GET') return 'server';
  if (LASTING.some((each) => each.test(path))) return 'fresh';
  if (ELSEWHERE.test(path)) return 'server';
  if (navigates) return 'shell';
  return path === '/worker.js' ? 'server' : 'file';
}

/** Which of the build's files are kept at once: all but letters that few words need. */
export function isKept(file: string): boolean {
  return !/-ext-|\.map$|^worker\.js$/.test(file);
}
