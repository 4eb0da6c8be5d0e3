import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Stages, tellAll } from './stages.svelte';

const still = vi.hoisted(() => ({ is: false }));
vi.mock('./pace', () => ({ pace: () => 1, isStill: () => still.is }));

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  vi.useRealTimers();
  still.is = false;
});

test('stages come one after the other, and then all is told', () => {
  const told = new Stages();
  expect(told.stage).toBe(Infinity);
  told.begin(3, 100, 50);
  expect(told.stage).toBe(0);
  vi.advanceTimersByTime(149);
  expect(told.stage).toBe(0);
  vi.advanceTimersByTime(1);
  expect(told.stage).toBe(1);
  vi.advanceTimersByTime(100);
  expect(told.stage).toBe(2);
  vi.advanceTimersByTime(100);
  expect(told.stage).toBe(Infinity);
});

test('the rest is told at once, and what travels arrives; what goes on for ever goes on', () => {
  const told = new Stages();
  told.begin(3, 100);
  const animation = (endTime: number) => ({
    effect: { getComputedTiming: () => ({ endTime }) },
    finish: vi.fn(),
  });
  const [flight, pulse] = [animation(300), animation(Infinity)];
  tellAll({ getAnimations: () => [flight, pulse] } as unknown as Element);
  expect(told.stage).toBe(Infinity);
  expect(flight.finish).toHaveBeenCalled();
  expect(pulse.finish).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(told.stage).toBe(Infinity);
});

test('where nothing is to move, all is told from the beginning', () => {
  still.is = true;
  const told = new Stages();
  told.begin(3, 100);
  expect(told.stage).toBe(Infinity);
});
