// What the ring shows while a move is being considered: discs that would land as ghosts, discs
// that would leave faded.
import { read } from './moves';
import type { DiscName, NomadsPreview, NomadsView } from './types';

export interface Ghost {
  name: DiscName;
  space: number;
  height: number;
}

export interface Draft {
  ghosts: Ghost[];
  leaving: Set<string>; // "space.height" of discs that would not be there
  heights: number[]; // of each space, drawn
}

const NOTHING = (view: NomadsView): Draft => ({
  ghosts: [],
  leaving: new Set(),
  heights: view.spaces.map((space) => space.stack.length),
});

export function draft(view: NomadsView, move: string | null, preview?: NomadsPreview): Draft {
  const result = NOTHING(view);
  if (move === null || !preview?.stacks) return result;
  const parts = read(move);
  const source = parts?.kind === 'sow' ? parts.space : 0;
  view.spaces.forEach(({ space, stack }, index) => {
    const after = preview.stacks[index]!;
    let same = 0;
    if (space !== source) while (same < stack.length && after[same] === stack[same]) same += 1;
    after
      .slice(same)
      .forEach((name, extra) => result.ghosts.push({ name, space, height: same + extra }));
    for (let height = same; height < stack.length; height += 1)
      result.leaving.add(`${space}.${height}`);
    result.heights[index] = Math.max(stack.length, after.length);
  });
  return result;
}
