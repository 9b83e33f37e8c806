import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createReadingPace } from './reading-pace.ts';

const [ana, bruno] = [1, 2];
const LIST = 2_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function readLists(count: number) {
  const pace = createReadingPace();
  for (let n = 0; n < count; n++) pace.hasRead(ana, LIST);
  return pace;
}

test('nobody waits who reads alone, however much', () => {
  const pace = readLists(100);
  pace.wrote(ana);
  expect(pace.waitMs(ana, 3)).toBe(0);
});

test('while others write, what several tabs read is not kept waiting', () => {
  const pace = readLists(2);
  pace.wrote(bruno);
  expect(pace.waitMs(ana, 1)).toBe(0);
});

test('while others write, who reads on and on has one read at a time, and rests between two', () => {
  const pace = readLists(6);
  pace.wrote(bruno);
  pace.wrote(ana);
  expect(pace.waitMs(ana, 1)).toBe(Number.POSITIVE_INFINITY);
  expect(pace.waitMs(ana, 0)).toBe(1_000);
  expect(pace.waitMs(bruno, 0)).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(pace.waitMs(ana, 0)).toBe(0);
});

test('who has read more than any pages rests for as long as that is worth', () => {
  const pace = readLists(50);
  for (let ms = 0; ms < 2_000; ms += 500) {
    pace.wrote(bruno);
    expect(pace.waitMs(ana, 0)).toBeGreaterThan(0);
    vi.advanceTimersByTime(500);
  }
  expect(pace.waitMs(ana, 0)).toBe(0);
});

test('who has rested reads as anybody', () => {
  const pace = readLists(50);
  vi.advanceTimersByTime(60_000);
  pace.wrote(bruno);
  expect(pace.waitMs(ana, 1)).toBe(0);
});
