// Runes and emblems of our own, as paths around the origin.
import type { DiscName, TileName } from './types';

export interface Gem {
  color: string;
  deep: string;
  ink: string;
}

/** Each legend's stone: its face, its facets in shade, and the ink of its rune. */
export const GEMS: Record<TileName | 'song', Gem> = {
  amber: { color: '#f0aa3c', deep: '#c47a14', ink: '#2b1700' },
  coral: { color: '#f4836c', deep: '#cf5440', ink: '#330a04' },
  indigo: { color: '#4b55c9', deep: '#2f3690', ink: '#ffffff' },
  jade: { color: '#45bd8b', deep: '#1f8a60', ink: '#01261a' },
  onyx: { color: '#3a3a46', deep: '#1b1b24', ink: '#ffffff' },
  pearl: { color: '#f3efe4', deep: '#cfc7b4', ink: '#2a2a3a' },
  rose: { color: '#f2a3c7', deep: '#cc6c99', ink: '#3a0a22' },
  wild: { color: '#7a4bb8', deep: '#4a2a80', ink: '#ffffff' },
  moon: { color: '#22305e', deep: '#141c40', ink: '#f4f7ff' },
  song: { color: '#5d6a7e', deep: '#3c4656', ink: '#ffffff' },
};

/** Runes within ±9, drawn as strokes. */
export const RUNES: Record<TileName | 'song', string> = {
  amber: 'M0 9V-2 M-5.5 3.5 0 -2 5.5 3.5 M0 -8.5 3.2 -5.3 0 -2 -3.2 -5.3Z',
  coral: 'M0 9V-9 M0 4 -6 -2V-7 M0 1 6 -5V-9',
  indigo: 'M-7 -6 -2.5 -1.5 2.5 -6 7 -1.5 M-7 2.5 -2.5 7 2.5 2.5 7 7',
  jade: 'M0 -9 6.5 0 0 9 -6.5 0Z M0 -9V9',
  onyx: 'M-6 -8.5H6L-6 8.5H6Z',
  pearl: 'M0 -8.5A6 6 0 1 1 0 3.5 6 6 0 1 1 0 -8.5Z M-6.5 8H6.5 M0 3.5V8',
  rose: 'M-4 9V-9 M-4 -6.5 4.5 -2 -4 2.5 M-4 2.5 4.5 8',
  wild: 'M0 0.5C1.6 -0.9 3.2 1 1.8 2.7 -0.4 5 -4.4 3 -4.2 -0.6 -4 -5.2 1.6 -7 5 -4 9 -0.2 6.8 6.6 1.4 8.3',
  moon: '',
  song: 'M-2.5 6V-7L6 -8.8V4 M-2.5 6A2.9 2.3 0 1 1 -2.6 5.6 M6 4A2.9 2.3 0 1 1 5.9 3.6',
};

export const CRESCENT = 'M3.4 -8.2A8.8 8.8 0 1 0 8.4 4.6 7.2 7.2 0 0 1 3.4 -8.2Z';

/** Emblems within ±7, filled. */
export const EMBLEMS: Record<DiscName, string> = {
  nomad: 'M0 -6.5 7 5.5H2.2L0 0.5 -2.2 5.5H-7Z',
  ulrich: 'M-6.5 -6H6.5V-1H1.6V6.5H-1.6V-1H-6.5Z',
  siana: 'M-7 5.5C-5 -3 1 -5 3 -4.5L2.2 -7 7 -3.8 3.4 0.4 3.2 -1.8C0 -2 -3 0 -4.2 5.5Z',
  red: 'M-6.6 -7.5 -2.4 -3.2H2.4L6.6 -7.5 6 0.6 1.6 5.2 0 7 -1.6 5.2 -6 0.6Z M-3.6 -0.8 -1.4 0.6 -3.4 1.2Z M3.6 -0.8 1.4 0.6 3.4 1.2Z',
  moon: 'M0 -7.5 1.9 -1.9 7.5 0 1.9 1.9 0 7.5 -1.9 1.9 -7.5 0 -1.9 -1.9Z',
  nostromo:
    'M0 -7A2.3 2.3 0 0 1 1.1 -2.7V-2H3.6V0H1.1V4.2C3 3.8 4.2 2.8 4.7 1.4L7 2.6C5.6 5.6 3 7 0 7S-5.6 5.6 -7 2.6L-4.7 1.4C-4.2 2.8 -3 3.8 -1.1 4.2V0H-3.6V-2H-1.1V-2.7A2.3 2.3 0 0 1 0 -7Z',
  frog: 'M-4.2 -6.2A2.6 2.6 0 0 1 -1.7 -4.2H1.7A2.6 2.6 0 1 1 6 -1.4C7.6 0.4 7.4 2.4 6.6 3.6 4.6 6 -4.6 6 -6.6 3.6 -7.4 2.4 -7.6 0.4 -6 -1.4A2.6 2.6 0 0 1 -4.2 -6.2Z',
};
