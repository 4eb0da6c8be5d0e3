// Something that changes, as one value after the other.
import { untrack } from 'svelte';

/** Before it is drawn, `see` is told of each value together with the one before it. */
export function follow<Value>(value: () => Value, see: (next: Value, before: Value) => void): void {
  let before = untrack(value);
  $effect.pre(() => {
    const next = value();
    untrack(() => see(next, before));
    before = next;
  });
}
