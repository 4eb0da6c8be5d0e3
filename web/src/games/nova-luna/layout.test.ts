import { describe, expect, test } from 'vitest';
import {
  boundsOf,
  costPhase,
  fit,
  held,
  litPath,
  onward,
  showing,
  spaceAngle,
  spaceAt,
  SPACES,
  TILE,
  zoomed,
} from './layout';

describe('the wheel', () => {
  const spaces = [...Array(SPACES).keys()].map(spaceAt);

  test('goes clockwise from the top', () => {
    expect(spaceAt(0).x).toBe(0);
    expect(spaceAt(0).y).toBeLessThan(0);
    expect([0, 3, 6, 9].map(spaceAngle)).toEqual([0, 90, 180, 270]);
    const angles = [...Array(SPACES).keys()].map(spaceAngle);
    expect(angles).toEqual([...angles].sort((a, b) => a - b));
  });

  test('keeps upright tiles apart and inside', () => {
    for (const [i, one] of spaces.entries()) {
      expect(Math.max(Math.abs(one.x), Math.abs(one.y)) + TILE / 2).toBeLessThanOrEqual(50);
      for (const other of spaces.slice(i + 1)) {
        const gap = Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y));
        expect(gap).toBeGreaterThan(TILE);
      }
    }
  });

  test('turns onward, over the top, or a little back', () => {
    expect(onward(350, 10)).toBe(370);
    expect(onward(370, 90)).toBe(450);
    expect(onward(90, 60)).toBe(60);
    expect(onward(90, 90)).toBe(90);
  });
});

describe('the moon', () => {
  test('has its lit side on the right while it waxes', () => {
    expect(litPath(0.25, 10)).toBe('M0 -10A10 10 0 0 1 0 10A0.00 10 0 0 0 0 -10Z');
    expect(litPath(0.5, 10)).toContain('A10.00 10 0 0 1 0 -10Z');
    expect(litPath(0.75, 10)).toMatch(/^M0 -10A10 10 0 0 0/);
  });

  test('is full for the highest cost', () => {
    expect(costPhase(7)).toBeCloseTo(0.5);
    expect(costPhase(1)).toBeLessThan(costPhase(2));
  });
});

describe('a display in its frame', () => {
  const frame = { width: 400, height: 300 };

  test('is centered and as large as allowed', () => {
    const bounds = boundsOf([
      { x: 0, y: 0 },
      { x: 1, y: 0 },
    ]);
    expect(bounds).toEqual({ left: 0, right: 2, top: 0, bottom: 1 });
    expect(fit(bounds, frame, 40, 100)).toEqual({ size: 100, x: 100, y: 100 });
    expect(fit(bounds, frame, 40, 500).size).toBe(196);
  });

  test('y points up', () => {
    expect(boundsOf([{ x: 0, y: 2 }])).toEqual({ left: 0, right: 1, top: -2, bottom: -1 });
  });

  test('never gets smaller than the least', () => {
    const wide = [...Array(20).keys()].map((x) => ({ x, y: 0 }));
    expect(fit(boundsOf(wide), frame, 44, 100).size).toBe(44);
  });

  test('zooms around a point and stays in the frame', () => {
    const start = { size: 50, x: 0, y: 0 };
    expect(zoomed(start, 2, { x: 50, y: 50 })).toEqual({ size: 100, x: -50, y: -50 });
    const bounds = { left: 0, right: 8, top: 0, bottom: 2 };
    expect(held({ size: 100, x: 70, y: 0 }, bounds, frame)).toEqual({ size: 100, x: 52, y: 50 });
    expect(held({ size: 100, x: -900, y: 0 }, bounds, frame).x).toBe(-452);
  });

  test('moves to show a place', () => {
    const start = { size: 100, x: 0, y: 0 };
    expect(showing(start, { x: 1, y: 0 }, frame)).toEqual(start);
    expect(showing(start, { x: 5, y: 1 }, frame)).toEqual({ size: 100, x: -200, y: 100 });
  });
});
