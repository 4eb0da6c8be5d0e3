// How fast things move, as the reader has set it.
import { PACES, settings } from './settings.svelte';

/** What a duration is multiplied by: 1 is normal, 0 is not at all. */
export function pace(): number {
  return PACES[settings.pace] ?? 1;
}

/** Nothing travels: the reader or their device asks for stillness. */
export function isStill(): boolean {
  return pace() === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
