import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFailureLimiter, createPlaces, createRate, tokenBucket } from './limiter.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('so many at a stretch, then so many a second, each key for itself', () => {
  const pace = tokenBucket({ aSecond: 100, burst: 3 });
  expect(Array.from({ length: 4 }, () => pace('robot'))).toEqual([0, 0, 0, 10]);
  expect(pace('ana')).toBe(0);
  vi.advanceTimersByTime(9);
  expect(pace('robot')).toBe(1);
  vi.advanceTimersByTime(1);
  expect([pace('robot'), pace('robot')]).toEqual([0, 10]);
  vi.advanceTimersByTime(60_000);
  expect(Array.from({ length: 4 }, () => pace('robot'))).toEqual([0, 0, 0, 10]);
});

test('a rate counts each key within a window; a look counts nothing, and what is given back is free', async () => {
  const rate = createRate({ name: 'test', points: 2, seconds: 60 }, undefined);
  expect([await rate.take('ana'), await rate.look('ana'), await rate.take('ana')]).toEqual(
    Array(3).fill(undefined),
  );
  expect([await rate.look('ana'), await rate.take('ana'), await rate.take('bruno')]).toEqual([
    60,
    60,
    undefined,
  ]);
  await rate.giveBack('ana');
  await rate.giveBack('ana');
  expect(await rate.take('ana')).toBeUndefined();
  vi.advanceTimersByTime(60_000);
  expect(await rate.look('ana')).toBeUndefined();
});

describe('a limit of failures', () => {
  const limitTo = (points: number) => createFailureLimiter({ name: 'test', points, seconds: 60 });
  const settle = async (tries: Promise<boolean>[]) => {
    const outcomes = Promise.allSettled(tries);
    await vi.advanceTimersByTimeAsync(1_000);
    return (await outcomes).map((one) => (one.status === 'fulfilled' ? one.value : 'refused'));
  };

  test('lets no more fail than may, however many run at once, and all in that are right', async () => {
    const { attempt, refused } = limitTo(3);
    const right = Array.from({ length: 20 }, () => attempt('ana', async () => true));
    expect(await settle(right)).toEqual(Array(20).fill(true));
    const wrong = Array.from({ length: 20 }, () => attempt('ana', async () => false));
    const outcomes = await settle(wrong);
    expect(outcomes.filter((one) => one === false)).toHaveLength(3);
    expect(refused()).toBe(17);
    expect(await settle([attempt('bruno', async () => true)])).toEqual([true]);
  });

  test('lets one wait that may still have room when those under way end', async () => {
    const { attempt } = limitTo(2);
    const ends: ((isRight: boolean) => void)[] = [];
    const open = () => attempt('ana', () => new Promise<boolean>((end) => ends.push(end)));
    const all = [open(), open(), open()];
    await vi.advanceTimersByTimeAsync(0);
    ends[0]?.(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(ends).toHaveLength(2);
    ends[1]?.(true);
    await vi.advanceTimersByTimeAsync(100);
    ends[2]?.(true);
    expect(await settle(all)).toEqual([false, true, true]);
  });

  test('counts nothing of a try that breaks, which gives its room back', async () => {
    const { attempt } = limitTo(1);
    const broken = () => attempt('ana', () => Promise.reject(new Error('down')));
    expect(await settle([broken(), broken()])).toEqual(['refused', 'refused']);
    expect(await settle([attempt('ana', async () => true)])).toEqual([true]);
  });
});

describe('places', () => {
  const take = ({ enter }: ReturnType<typeof createPlaces>, key: string, times: number) =>
    Array.from({ length: times }, () => enter(key)).filter(Boolean).length;

  test('are so many of each key', () => {
    const places = createPlaces({ ofEach: 2 });
    expect([take(places, 'ana', 3), take(places, 'bruno', 3)]).toEqual([2, 2]);
    expect([places.hasRoom('ana'), places.refused()]).toEqual([false, 2]);
    places.leave('ana');
    expect([places.hasRoom('ana'), take(places, 'ana', 3)]).toEqual([true, 1]);
  });

  test('who is alone may have all places, and leaves their share to who comes', () => {
    const places = createPlaces({ inAll: 100, ofEach: 5 });
    expect(take(places, 'robot', 150)).toBe(100);
    expect(take(places, 'ana', 150)).toBe(50);
    expect(places.enter('robot')).toBe(false);
  });

  test('everybody may have a few, however many there are', () => {
    const places = createPlaces({ inAll: 100, ofEach: 5 });
    for (let n = 0; n < 100; n++) places.enter(`robot-${n}`);
    expect(take(places, 'ana', 10)).toBe(5);
  });

  test('a place that is left can be taken again', () => {
    const places = createPlaces({ inAll: 2, ofEach: 1 });
    expect(take(places, 'ana', 3)).toBe(2);
    places.leave('ana');
    expect(take(places, 'ana', 3)).toBe(1);
  });
});
