import { expect, it } from 'vitest';
import { clockTime, minutesOf } from './channels';

it('turns minutes into the time of day, and back', () => {
  for (const [minutes, time] of [
    [0, '00:00'],
    [7 * 60 + 5, '07:05'],
    [1320, '22:00'],
  ] as const) {
    expect(clockTime(minutes)).toBe(time);
    expect(minutesOf(time)).toBe(minutes);
  }
});
