// The grounds of medallions: a tone for each power, and the two that its rows of stones have.
import type { Power } from './types';

const TONES: Record<Power | 'unknown', [ground: string, even: string, odd: string]> = {
  raise: ['#9c4631', '#b85c43', '#863824'],
  lower: ['#24578a', '#3670a8', '#1c466f'],
  swap: ['#55692c', '#6d8439', '#435421'],
  unknown: ['#2a1420', '#2a1420', '#2a1420'],
};

/** As variables of a style. */
export function tonesOf(power: Power | null | undefined): string {
  const [ground, even, odd] = TONES[power ?? 'unknown'];
  return `--ground-tone: ${ground}; --row-a: ${even}; --row-b: ${odd}`;
}
