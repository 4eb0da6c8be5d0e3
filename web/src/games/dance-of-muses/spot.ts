// A place on the floor that can be chosen, by mouse, finger or key.
export interface Spot {
  /** The Tab key stops here. */
  stop: boolean;
  onchoose: () => void;
  onpress: (event: KeyboardEvent) => void;
  onover: (on: boolean) => void;
  onfocused: () => void;
}

/** What makes an element such a place. */
export function spot({ stop, onchoose, onpress, onover, onfocused }: Spot) {
  return {
    role: 'button',
    tabindex: stop ? 0 : -1,
    onclick: (event: MouseEvent) => (event.stopPropagation(), onchoose()),
    onkeydown: onpress,
    onpointerenter: (event: PointerEvent) => event.pointerType === 'mouse' && onover(true),
    onpointerleave: () => onover(false),
    onfocus: () => (onfocused(), onover(true)),
    onblur: () => onover(false),
  };
}
