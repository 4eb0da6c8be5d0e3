// Where a replay stands, and how it moves on by itself.

export const SPEEDS = { slow: 2600, normal: 1400, fast: 600 } as const;
export type Speed = keyof typeof SPEEDS;

/** "#12" is the position after 12 moves; anything else is the end of the address, not of a game. */
export function readMark(hash: string, count: number): number | null {
  const [, digits] = /^#(\d{1,6})$/.exec(hash) ?? [];
  return digits === undefined ? null : Math.min(Number(digits), count);
}

/** "?move=12" is the position before the 13th move, ready to be tried. */
export function readMove(search: string, count: number): number | null {
  const given = new URLSearchParams(search).get('move') ?? '';
  return /^\d{1,6}$/.test(given) ? Math.min(Number(given), count) : null;
}

export class Player {
  count: number;
  at = $state(0);
  speed = $state<Speed>('normal');
  playing = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(count: number, at = 0) {
    this.count = count;
    this.at = at;
  }

  go(to: number): void {
    this.at = Math.max(0, Math.min(this.count, to));
    if (this.playing) this.#schedule();
  }

  /** A reader who takes a step of their own wants to look, not to be carried on. */
  step(by: number): void {
    this.pause();
    this.go(this.at + by);
  }

  toggle(): void {
    if (this.playing) return this.pause();
    if (this.at === this.count) this.at = 0;
    this.playing = true;
    this.#schedule();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.at === this.count) {
      this.playing = false;
      return;
    }
    this.#timer = setTimeout(() => this.go(this.at + 1), SPEEDS[this.speed]);
  }

  /** What a key does here; false: nothing. */
  key(name: string): boolean {
    switch (name) {
      case 'ArrowLeft':
        this.step(-1);
        return true;
      case 'ArrowRight':
        this.step(1);
        return true;
      case 'Home':
        this.step(-this.count);
        return true;
      case 'End':
        this.step(this.count);
        return true;
      case ' ':
        this.toggle();
        return true;
      default:
        return false;
    }
  }
}
