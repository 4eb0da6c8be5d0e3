// What this browser remembers. A browser that refuses to remember still plays.

export function recall<T>(key: string, otherwise: T): T {
  try {
    const found = localStorage.getItem(`moonlit.${key}`);
    return found === null ? otherwise : (JSON.parse(found) as T);
  } catch {
    return otherwise;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(`moonlit.${key}`, JSON.stringify(value));
  } catch {
    // private windows and full disks: nothing is lost but the memory
  }
}
