import { expect, test } from 'vitest';
import { createFairPlaces } from './limits.ts';

const take = ({ enter }: ReturnType<typeof createFairPlaces>, key: string, times: number) =>
  Array.from({ length: times }, () => enter(key)).filter(Boolean).length;

test('who is alone may have all places, and leaves their share to who comes', () => {
  const places = createFairPlaces({ inAll: 100, atLeast: 5 });
  expect(take(places, 'robot', 150)).toBe(100);
  expect(take(places, 'ana', 150)).toBe(50);
  expect(places.enter('robot')).toBe(false);
});

test('everybody may have a few, however many there are', () => {
  const places = createFairPlaces({ inAll: 100, atLeast: 5 });
  for (let n = 0; n < 100; n++) places.enter(`robot-${n}`);
  expect(take(places, 'ana', 10)).toBe(5);
});

test('a place that is left can be taken again', () => {
  const places = createFairPlaces({ inAll: 2, atLeast: 1 });
  expect(take(places, 'ana', 3)).toBe(2);
  places.leave('ana');
  expect(take(places, 'ana', 3)).toBe(1);
});
