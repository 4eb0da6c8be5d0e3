import { describe, expect, it } from 'vitest';
import { around, camera, flightOf, roomFor } from './space';

describe('around', () => {
  it('covers edges, corners or all eight', () => {
    const here = { x: 2, y: -1 };
    expect(around(here, 'orthogonal')).toHaveLength(4);
    expect(around(here, 'orthogonal')).toContainEqual({ x: 2, y: 0 });
    expect(around(here, 'diagonal')).toContainEqual({ x: 1, y: 0 });
    expect(around(here, 'all')).toHaveLength(8);
    expect(around(here, 'all')).not.toContainEqual(here);
  });
});

describe('camera', () => {
  const room = { width: 600, height: 600, inset: 0 };

  it('centers the group wherever it has drifted to', () => {
    const { scale, left, top } = camera(
      [
        { x: 40, y: -30 },
        { x: 42, y: -30 },
      ],
      room,
      0.5,
    );
    expect(left + 41 * 100 * scale).toBeCloseTo(300);
    expect(top + 30 * 100 * scale).toBeCloseTo(300);
  });

  it('shows a line of nine whole', () => {
    const line = Array.from({ length: 9 }, (_, x) => ({ x, y: x }));
    expect(camera(line, room, 0.5).scale * 100 * 10).toBeLessThanOrEqual(600);
  });

  it('never makes a cell smaller than a finger, and takes more room for it', () => {
    const phone = { width: 374, height: 410, inset: 14 };
    const line = Array.from({ length: 9 }, (_, x) => ({ x, y: 0 }));
    const wide = roomFor(line, phone, 0.45);
    expect(wide.height).toBe(410);
    expect(wide.width).toBeGreaterThan(374);
    expect(camera(line, wide, 0.45).scale * 100).toBeGreaterThanOrEqual(44);
    expect(roomFor(line.slice(0, 6), phone, 0.45)).toEqual(phone);
  });

  it('does not blow up a single Muse, and stands an empty floor', () => {
    expect(camera([{ x: 0, y: 0 }], room, 0.5).scale).toBeLessThan(1.4);
    expect(camera([], room, 0.5).left).toBe(300);
  });
});

/** As the browser measures: what it knows are getters, which a spread leaves behind. */
class Measured {
  get left(): number {
    return 40;
  }
  get top(): number {
    return 2000;
  }
  get width(): number {
    return 60;
  }
  get height(): number {
    return 80;
  }
}

describe('flightOf', () => {
  it('flies from what the browser has measured, and from no further than the edge', () => {
    const home = { left: 10, top: 20, width: 500, height: 500 };
    const to = { left: 110, top: 120, width: 100, height: 100 };
    expect(flightOf(new Measured(), to, home, 800)).toEqual([
      'translate(10px, 770px) scale(0.6)',
      'translate(100px, 100px) scale(1)',
    ]);
  });
});
