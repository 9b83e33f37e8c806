import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFairShare, createReadingPace } from './fair-share.ts';

const [ana, bruno] = [1, 2];
const IN_A_PILE = true;
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
  expect([pace.isHeavy(ana, false), pace.restMs(ana, false)]).toEqual([false, 0]);
  expect([pace.isHeavy(ana, IN_A_PILE), pace.restMs(ana, IN_A_PILE)]).toEqual([false, 0]);
});

test('while others write, who goes through the largest lists is not kept waiting', () => {
  const pace = readLists(10);
  pace.wrote(bruno);
  expect([pace.isHeavy(ana, false), pace.restMs(ana, false)]).toEqual([false, 0]);
});

test('while others write, who reads on and on has one read at a time, and rests between two', () => {
  const pace = readLists(12);
  pace.wrote(bruno);
  pace.wrote(ana);
  expect([pace.isHeavy(ana, false), pace.restMs(ana, false)]).toEqual([true, 1_000]);
  expect([pace.isHeavy(bruno, false), pace.restMs(bruno, false)]).toEqual([false, 0]);
  vi.advanceTimersByTime(1_000);
  expect(pace.restMs(ana, false)).toBe(0);
});

test('while others write, who asks for sixty lists at once rests after the first', () => {
  const pace = readLists(1);
  pace.wrote(bruno);
  expect(pace.restMs(ana, false)).toBe(0);
  expect(pace.restMs(ana, IN_A_PILE)).toBe(1_000);
  vi.advanceTimersByTime(3_000);
  pace.wrote(bruno);
  expect(pace.restMs(ana, IN_A_PILE)).toBe(1_000);
  vi.advanceTimersByTime(1_000);
  expect(pace.restMs(ana, IN_A_PILE)).toBe(0);
});

test('while others write, of sixty lists that are asked for at once one is read at a time', async () => {
  const share = createFairShare();
  share.enter(bruno, {
    method: 'POST',
    response: new ServerResponse(new IncomingMessage(new Socket())),
  });
  let underWay = 0;
  let maxAtOnce = 0;
  const readList = async () => {
    underWay++;
    maxAtOnce = Math.max(maxAtOnce, underWay);
    await new Promise((go) => setTimeout(go, 10));
    underWay--;
  };
  const few = Array.from({ length: 2 }, () => share.read(ana, readList, () => 1));
  await vi.advanceTimersByTimeAsync(10);
  await Promise.all(few);
  expect(maxAtOnce).toBe(2);
  const pile = Array.from({ length: 60 }, () => share.read(ana, readList, () => 1));
  await vi.advanceTimersByTimeAsync(10);
  maxAtOnce = 0;
  await vi.advanceTimersByTimeAsync(300);
  expect(maxAtOnce).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  await Promise.all(pile);
});

test('who has rested reads as anybody', () => {
  const pace = readLists(50);
  vi.advanceTimersByTime(60_000);
  pace.wrote(bruno);
  expect([pace.isHeavy(ana, false), pace.restMs(ana, false)]).toEqual([false, 0]);
});
