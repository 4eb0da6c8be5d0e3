// What points at a move, by mouse, finger or key, shows what it would bring.
export function aims(move: string, onaim: (move: string | null) => void) {
  const on = (): void => onaim(move);
  const off = (): void => onaim(null);
  return { onfocus: on, onblur: off, onpointerenter: on, onpointerleave: off };
}
