// The signs of the three powers, about 10 units across, centered.
import type { Power } from './types';

export const SIGNS: Record<Power, string> = {
  raise: 'M0 -4.6V4.6 M-4.6 0H4.6',
  lower: 'M-4.8 0H4.8',
  swap: 'M-5 -2.2H4.4 M1.8 -4.8L4.6 -2.2L1.8 0 M5 2.4H-4.4 M-1.8 0.2L-4.6 2.4L-1.8 5',
};
