import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

/** Work that the test ends; `order` lists the started work. */
function workshop(limits: Partial<Parameters<typeof createTurns>[0]> = {}) {
  const turns = createTurns({ atOnce: 1, maxPerKey: 100, maxTotal: 1_000, ...limits });
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const add = (key: string, rank: 'first' | 'usual' | 'last' = 'usual', name = key) =>
    turns.run({ key, rank }, () => {
      order.push(name);
      return new Promise<void>((end) => ends.push(end));
    });
  const begin = () => new Promise<void>((go) => setImmediate(go));
  const finishAll = async () => {
    await begin();
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await begin();
    }
  };
  return { add, order, begin, finishAll };
}

test('no more runs at once than may', async () => {
  const { add, order, begin, finishAll } = workshop({ atOnce: 2 });
  const all = ['a', 'b', 'c'].map((key) => add(key));
  await begin();
  expect(order).toEqual(['a', 'b']);
  await finishAll();
  await Promise.all(all);
  expect(order).toEqual(['a', 'b', 'c']);
});

test('keys take turns, however much one of them has waiting', async () => {
  const { add, order, finishAll } = workshop();
  const all = [...Array.from({ length: 5 }, () => add('flood')), add('ana'), add('bruno')];
  await finishAll();
  await Promise.all(all);
  expect(order).toEqual(['flood', 'flood', 'ana', 'bruno', 'flood', 'flood', 'flood']);
});

test('the first come before the others, save for every fifth turn', async () => {
  const { add, order, finishAll } = workshop();
  const all = [add('begun'), add('other'), add('another')];
  for (let i = 0; i < 7; i++) all.push(add(`device-${i}`, 'first', 'device'));
  await finishAll();
  await Promise.all(all);
  const four = Array(4).fill('device');
  expect(order).toEqual(['begun', ...four, 'other', 'device', 'device', 'device', 'another']);
});

test('the last wait for all others, and still have every fifth turn', async () => {
  const { add, order, finishAll } = workshop();
  const all = [add('begun'), add('script', 'last'), add('script', 'last'), add('script', 'last')];
  for (let i = 0; i < 6; i++) all.push(add(`person-${i}`, 'usual', 'person'));
  await finishAll();
  await Promise.all(all);
  const three = Array(3).fill('person');
  expect(order).toEqual(['begun', ...three, 'script', ...three, 'script', 'script']);
});

test('too much of one key, or in all, is 429; work that fails frees its place', async () => {
  const { add, finishAll } = workshop({ maxPerKey: 2, maxTotal: 3 });
  const all = [add('begun'), add('a'), add('a')];
  await expect(add('a')).rejects.toMatchObject({ status: 429 });
  all.push(add('b'));
  await expect(add('c')).rejects.toMatchObject({ status: 429 });
  await finishAll();
  await Promise.all(all);

  const turns = createTurns({ atOnce: 1, maxPerKey: 1, maxTotal: 1 });
  const broken = turns.run({ key: 'a' }, () => Promise.reject(new Error('broken')));
  await expect(broken).rejects.toThrow('broken');
  expect(await turns.run({ key: 'a' }, async () => 'done')).toBe('done');
});
