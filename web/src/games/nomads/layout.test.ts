import { expect, it } from 'vitest';
import { at, DISC, discAt, HEIGHT, labelAt, SPOTS, step, WIDTH } from './layout';

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

it('says what falls where without covering a tower of twelve or the number of a pile', () => {
  const half = { x: 15, y: 8.5 }; // a sign and a disc
  for (let space = 1; space <= 8; space += 1)
    for (const clockwise of [true, false]) {
      const { x, y } = labelAt(space, clockwise);
      expect(Math.abs(x - WIDTH / 2) + half.x).toBeLessThan(WIDTH / 2);
      expect(y + half.y).toBeLessThan(HEIGHT);
      for (let other = 1; other <= 8; other += 1) {
        const top = discAt(other, 11, 12);
        const besideTop = Math.abs(x - top.x) >= half.x + DISC.rx;
        expect(besideTop || Math.abs(y - top.y) >= half.y + DISC.ry, `${space} on ${other}`).toBe(
          true,
        );
        const { pileX, pileY } = at(other);
        const besidePile = Math.abs(x - pileX) >= half.x + 17;
        expect(besidePile || Math.abs(y - pileY) >= half.y + 27, `${space} at ${other}`).toBe(true);
      }
    }
});
