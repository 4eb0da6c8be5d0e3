// Clocks in words and in figures.
import type { Clock, Clocks } from './types';
import { t } from './words.svelte';

export const PRESETS: (Clock | null)[] = [
  null,
  { kind: 'move', seconds: 60 },
  { kind: 'game', seconds: 600, increment: 10 },
  { kind: 'game', seconds: 1200, increment: 20 },
  { kind: 'days', days: 1 },
  { kind: 'days', days: 3 },
];

export function clockText(clock: Clock | null): string {
  if (!clock) return t('clock.none');
  if (clock.kind === 'days') return t('clock.days', { days: clock.days });
  if (clock.kind === 'move') return t('clock.move', { seconds: clock.seconds });
  return t('clock.game', { minutes: clock.seconds / 60, increment: clock.increment });
}

/** What a seat has left now, `now` being the server's time. */
export function timeLeft(clocks: Clocks, seat: number, now: number): number {
  const { left = 0, away = 0 } = clocks.seats[seat] ?? {};
  const since = Math.max(clocks.at, away); // on vacation it stands still
  return clocks.running === seat ? Math.max(0, left - Math.max(0, now - since)) : left;
}

/** 9:05, 1:20:00, and tenths when seconds count; days and hours when there are days. */
export function timeText(ms: number): string {
  const total = Math.max(0, ms);
  const seconds = total < 10_000 ? Math.floor(total / 100) / 10 : Math.floor(total / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = seconds % 60;
  if (hours >= 24) {
    return t('clock.long', { days: Math.floor(hours / 24), hours: hours % 24 });
  }
  const two = (value: number) => String(value).padStart(2, '0');
  if (hours) return `${hours}:${two(minutes)}:${two(Math.floor(rest))}`;
  return total < 10_000 ? `0:0${rest.toFixed(1)}` : `${minutes}:${two(Math.floor(rest))}`;
}
