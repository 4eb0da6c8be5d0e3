import { describe, expect, it } from 'vitest';
import { patched } from './patch';

describe('patched', () => {
  it('replaces, reaches inside and adds', () => {
    const old = { number: 3, table: [{ die: 1 }, { die: 2 }], lys: null };
    const next = patched(old, {
      at: {
        number: { '=': 4 },
        table: { at: { '1': { at: { die: { '=': 3 } } } }, add: [{ die: 1 }] },
      },
    });
    expect(next).toEqual({ number: 4, table: [{ die: 1 }, { die: 3 }, { die: 1 }], lys: null });
  });

  it('leaves the old value as it was and shares what did not change', () => {
    const old = { one: { deep: 1 }, two: { deep: 2 } };
    const next = patched(old, { at: { two: { at: { deep: { '=': 3 } } } } });
    expect(old.two.deep).toBe(2);
    expect(next.one).toBe(old.one);
    expect(next.two).toEqual({ deep: 3 });
  });
});
