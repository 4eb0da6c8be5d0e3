import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Player, readMark, SPEEDS } from './player.svelte';

describe('readMark', () => {
  it('reads the number of a move, never beyond the end', () => {
    expect(readMark('#12', 40)).toBe(12);
    expect(readMark('#0', 40)).toBe(0);
    expect(readMark('#99', 40)).toBe(40);
  });

  it('takes nothing else for a move', () => {
    for (const hash of ['', '#', '#rules', '#-1', '#1.5', '#12x']) {
      expect(readMark(hash, 40)).toBeNull();
    }
  });
});

describe('Player', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('steps and jumps within the game', () => {
    const player = new Player(3);
    player.key('ArrowLeft');
    expect(player.at).toBe(0);
    player.key('ArrowRight');
    expect(player.at).toBe(1);
    player.key('End');
    expect(player.at).toBe(3);
    player.key('ArrowRight');
    expect(player.at).toBe(3);
    player.key('Home');
    expect(player.at).toBe(0);
    expect(player.key('x')).toBe(false);
  });

  it('plays to the end and stops there', () => {
    const player = new Player(2);
    player.toggle();
    expect(player.playing).toBe(true);
    vi.advanceTimersByTime(SPEEDS.normal);
    expect(player.at).toBe(1);
    vi.advanceTimersByTime(SPEEDS.normal);
    expect(player.at).toBe(2);
    expect(player.playing).toBe(false);
    player.toggle();
    expect(player.at).toBe(0);
  });

  it('stops when the reader takes a step', () => {
    const player = new Player(9);
    player.key(' ');
    player.key('ArrowRight');
    expect(player.playing).toBe(false);
    vi.advanceTimersByTime(SPEEDS.slow * 3);
    expect(player.at).toBe(1);
  });
});
