import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createReadingPace } from './fair-share.ts';

const [ana, bruno] = [1, 2];
const now = (running: number) => ({ running, waiting: 1 });
const LIST = { rows: 2_000, ms: 50 };

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
  expect(pace.waitMs(ana, now(3))).toBe(0);
});

test('while others write, who goes through the largest lists is not kept waiting', () => {
  const pace = readLists(10);
  pace.wrote(bruno);
  expect(pace.waitMs(ana, now(1))).toBe(0);
});

test('while others write, who reads on and on has one read at a time, and rests between two', () => {
  const pace = readLists(12);
  pace.wrote(bruno);
  pace.wrote(ana);
  expect(pace.waitMs(ana, now(1))).toBe(Number.POSITIVE_INFINITY);
  expect(pace.waitMs(ana, now(0))).toBe(1_000);
  expect(pace.waitMs(bruno, now(0))).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(pace.waitMs(ana, now(0))).toBe(0);
});

test('while others write, who asks for sixty lists at once rests after the first', () => {
  const pace = readLists(1);
  pace.wrote(bruno);
  expect(pace.waitMs(ana, { running: 0, waiting: 2 })).toBe(0);
  expect(pace.waitMs(ana, { running: 0, waiting: 59 })).toBe(1_000);
  vi.advanceTimersByTime(3_000);
  pace.wrote(bruno);
  expect(pace.waitMs(ana, { running: 0, waiting: 59 })).toBe(1_000);
  vi.advanceTimersByTime(1_000);
  expect(pace.waitMs(ana, { running: 0, waiting: 59 })).toBe(0);
});

test('while others write, of sixty lists that are asked for at once one is read at a time', () => {
  const pace = createReadingPace();
  pace.wrote(bruno);
  expect(pace.waitMs(ana, { running: 1, waiting: 2 })).toBe(0);
  expect(pace.waitMs(ana, { running: 1, waiting: 59 })).toBe(Number.POSITIVE_INFINITY);
});

test('who has rested reads as anybody', () => {
  const pace = readLists(50);
  vi.advanceTimersByTime(60_000);
  pace.wrote(bruno);
  expect(pace.waitMs(ana, now(1))).toBe(0);
});
