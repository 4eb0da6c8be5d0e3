// Points in time as people read them.
import { language } from './words.svelte';

export function dateOf(ms: number): string {
  const form: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };
  return new Intl.DateTimeFormat(language(), form).format(ms);
}

/** The same without the year: it is soon. */
export function dayOf(ms: number): string {
  return new Intl.DateTimeFormat(language(), { day: 'numeric', month: 'short' }).format(ms);
}

export function hourOf(ms: number): string {
  return new Intl.DateTimeFormat(language(), { hour: 'numeric', minute: '2-digit' }).format(ms);
}
