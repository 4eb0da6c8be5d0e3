// What this browser remembers. A browser that refuses to remember still plays.

export function recall<T>(key: string, otherwise: T): T {
  try {
    const found = localStorage.getItem(`moonlit.${key}`);
    return found === null ? otherwise : (JSON.parse(found) as T);
  } catch {
    return otherwise;
  }
}

/** Until this window is closed, and through a reload. */
export function recallHere<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(`moonlit.${key}`) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

export function rememberHere(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(`moonlit.${key}`, JSON.stringify(value));
  } catch {
    // it is on the reader's disk anyway
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(`moonlit.${key}`, JSON.stringify(value));
  } catch {
    // private windows and full disks: nothing is lost but the memory
  }
}
