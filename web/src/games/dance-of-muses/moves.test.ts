import { describe, expect, it } from 'vitest';
import { dances, heldBy, placings, read, steps, targetsAfter, targetsBefore } from './moves';

describe('read', () => {
  it('takes placings apart', () => {
    expect(read('clio@1,-2')).toMatchObject({
      kind: 'placing',
      muse: 'clio',
      down: false,
      x: 1,
      y: -2,
    });
    expect(read('?clio@-1,0')).toMatchObject({ muse: 'clio', down: true, x: -1, y: 0 });
    expect(read('?@1,0')).toMatchObject({ kind: 'placing', muse: '', down: true });
  });

  it('takes dances apart', () => {
    expect(read('clio:n')).toMatchObject({ muse: 'clio', way: 'n', when: null, target: null });
    expect(read('clio:n*?2')).toMatchObject({
      muse: 'clio',
      way: 'n',
      when: 'after',
      target: '?2',
    });
    expect(read('clio*thalia:w')).toMatchObject({ way: 'w', when: 'before', target: 'thalia' });
    expect(read('?0:s')).toMatchObject({ muse: '?0', way: 's' });
  });

  it('knows what is no move', () => {
    expect(read('refill')).toBeNull();
    expect(read('clio:x')).toBeNull();
  });

  it('keeps kinds apart', () => {
    expect(placings(['clio@0,1', 'clio:n'])).toHaveLength(1);
    expect(dances(['clio@0,1', 'clio:n'])).toHaveLength(1);
  });
});

describe('a gesture', () => {
  const all = dances(['clio:n', 'clio:n*erato', 'clio*erato:n', 'clio:e', 'clio*?1:n', '?1:s']);
  const clio = { muse: 'clio', before: null, way: null };

  it('opens the steps of the chosen Muse', () => {
    expect([...steps(all, clio).keys()]).toEqual(['n', 'e']);
    expect(steps(all, { ...clio, before: 'erato' }).get('n')?.text).toBe('clio*erato:n');
    expect([...steps(all, { ...clio, before: 'erato' }).keys()]).toEqual(['n']);
  });

  it('knows the targets of each phase', () => {
    expect([...targetsBefore(all, clio)]).toEqual(['erato', '?1']);
    expect(targetsAfter(all, { ...clio, way: 'n' }).get('erato')?.text).toBe('clio:n*erato');
    expect(targetsAfter(all, { ...clio, way: 'e' }).size).toBe(0);
  });
});

it('takes her in hand as a hint says, on the side it says', () => {
  const moves = ['clio@1,0', '?clio@1,0', 'erato@1,0'];
  expect(heldBy('?clio@1,0', moves)).toEqual({ muse: 'clio', down: true });
  expect(heldBy('erato@1,0', moves)).toEqual({ muse: 'erato', down: false });
  expect(heldBy('clio:n', ['clio:n'])).toBeNull();
  expect(heldBy('?clio@1,0', null)).toBeNull();
  expect(heldBy(null, moves)).toBeNull();
});
