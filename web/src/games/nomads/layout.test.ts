import { expect, it } from 'vitest';
import { DISC, discAt, HEIGHT, SPOTS, step, WIDTH } from './layout';

it('shows an edge of every disc, however tall the tower, and keeps it within the ring', () => {
  for (let discs = 1; discs <= 19; discs += 1) {
    expect(step(discs)).toBeGreaterThanOrEqual(4);
    for (let space = 1; space <= 8; space += 1) {
      const top = discAt(space, discs - 1, discs);
      expect(top.y - DISC.ry).toBeGreaterThan(0);
      expect(top.x).toBe(SPOTS[space - 1]!.x);
    }
  }
});

it('has its piles within the ring and apart from their towers', () => {
  for (const { x, y, pileX, pileY } of SPOTS) {
    expect(Math.abs(pileX - WIDTH / 2) + 22).toBeLessThan(WIDTH / 2);
    expect(pileY + 30).toBeLessThan(HEIGHT);
    expect(Math.abs(pileX - x)).toBeGreaterThan(DISC.rx + 17);
    expect(y).toBeGreaterThan(0);
  }
});
