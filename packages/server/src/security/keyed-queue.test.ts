import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createKeyedQueue, type Key } from './keyed-queue.ts';

type Rank = 'first' | 'usual' | 'last';

/** Work that the test ends; `order` lists the started work. */
function workshop(limits: Partial<Parameters<typeof createKeyedQueue>[0]> = {}) {
  const queue = createKeyedQueue({ atOnce: 1, ...limits });
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const add = (key: Key, name = `${key}`, rank: Rank = 'usual') =>
    queue.run(
      key,
      () => {
        order.push(name);
        return new Promise<void>((end) => ends.push(end));
      },
      rank,
    );
  const begin = () => vi.advanceTimersByTimeAsync(0);
  const finish = async () => {
    ends.shift()?.();
    await begin();
  };
  const finishAll = async () => {
    await begin();
    while (ends.length > 0) await finish();
  };
  return { queue, add, order, begin, finish, finishAll };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('keys that share a queue', () => {
  const isShared = true;

  test('no more runs at once than may', async () => {
    const { add, order, begin, finishAll } = workshop({ atOnce: 2, isShared });
    const all = ['a', 'b', 'c'].map((key) => add(key));
    await begin();
    expect(order).toEqual(['a', 'b']);
    await finishAll();
    await Promise.all(all);
    expect(order).toEqual(['a', 'b', 'c']);
  });

  test('keys take turns, however much one of them has waiting', async () => {
    const { add, order, finishAll } = workshop({ isShared });
    const all = [...Array.from({ length: 5 }, () => add('flood')), add('ana'), add('bruno')];
    await finishAll();
    await Promise.all(all);
    expect(order).toEqual(['flood', 'flood', 'ana', 'bruno', 'flood', 'flood', 'flood']);
  });

  test('the first come before the others, save for every fifth turn', async () => {
    const { add, order, finishAll } = workshop({ isShared });
    const all = [add('begun'), add('other'), add('another')];
    for (let i = 0; i < 7; i++) all.push(add(`device-${i}`, 'device', 'first'));
    await finishAll();
    await Promise.all(all);
    const four = Array(4).fill('device');
    expect(order).toEqual(['begun', ...four, 'other', 'device', 'device', 'device', 'another']);
  });

  test('the last wait for all others, and still have every fifth turn', async () => {
    const { add, order, finishAll } = workshop({ isShared });
    const all = [
      add('begun'),
      add('script', 'script', 'last'),
      add('script', 'script', 'last'),
      add('script', 'script', 'last'),
    ];
    for (let i = 0; i < 6; i++) all.push(add(`person-${i}`, 'person'));
    await finishAll();
    await Promise.all(all);
    const three = Array(3).fill('person');
    expect(order).toEqual(['begun', ...three, 'script', ...three, 'script', 'script']);
  });

  test('too much of one key, or in all, is 429', async () => {
    const { add, finishAll } = workshop({ isShared, maxPerKey: 2, maxTotal: 3 });
    const all = [add('begun'), add('a'), add('a')];
    await expect(add('a')).rejects.toMatchObject({ status: 429 });
    all.push(add('b'));
    await expect(add('c')).rejects.toMatchObject({ status: 429 });
    await finishAll();
    await Promise.all(all);
  });
});

describe('keys with a queue each', () => {
  test('of one key no more runs at once than may, in order; other keys do not wait for it', async () => {
    const { add, order, begin, finish } = workshop();
    const all = ['1', '2', '3'].map((n) => add('ana', `ana ${n}`));
    all.push(add('bruno'));
    await begin();
    expect(order).toEqual(['ana 1', 'bruno']);
    for (let i = 0; i < all.length; i++) await finish();
    await Promise.all(all);
    expect(order).toEqual(['ana 1', 'bruno', 'ana 2', 'ana 3']);
  });

  test('who has too much waiting is refused, and others are not', async () => {
    const { add, order, begin } = workshop({ maxPerKey: 2 });
    const waiting = [add('ana'), add('ana'), add('ana')];
    await begin();
    await expect(add('ana')).rejects.toMatchObject({ status: 429 });
    void add('bruno');
    await begin();
    expect(order).toEqual(['ana', 'bruno']);
    expect(waiting).toHaveLength(3);
  });

  test('who has waited too long is refused, and what comes afterwards has its turn', async () => {
    const { add, order, finish } = workshop({ maxWaitMs: 500 });
    const running = add('ana');
    const late = expect(add('ana', 'late')).rejects.toMatchObject({ status: 429 });
    await vi.advanceTimersByTimeAsync(500);
    await late;
    const after = add('ana', 'after');
    await finish();
    await finish();
    await Promise.all([running, after]);
    expect(order).toEqual(['ana', 'after']);
  });

  test('the next starts when the pace lets it', async () => {
    const pace = vi.fn(() => 0);
    const { add, order, begin, finish } = workshop({ pace });
    const first = add('ana', '1');
    await begin();
    pace.mockReturnValueOnce(300);
    const second = add('ana', '2');
    await finish();
    await vi.advanceTimersByTimeAsync(299);
    expect(order).toEqual(['1']);
    await vi.advanceTimersByTimeAsync(1);
    expect(order).toEqual(['1', '2']);
    await finish();
    await Promise.all([first, second]);
  });

  test('a key that comes back has its turns as before', async () => {
    const { add, order, finishAll } = workshop();
    for (let n = 0; n < 3; n++) {
      const all = [add('ana'), add('bruno'), add('ana')];
      await finishAll();
      await Promise.all(all);
    }
    const once = ['ana', 'bruno', 'ana'];
    expect(order).toEqual([...once, ...once, ...once]);
  });
});

test.each([true, false])(
  'work that fails frees its turn, and no other fails: shared %s',
  async (isShared) => {
    const { run, load } = createKeyedQueue({ atOnce: 1, isShared });
    const all = [1, 2, 3].map((n) =>
      run('ana', async () => {
        if (n === 2) throw new Error('broken');
        return n;
      }),
    );
    const outcomes = await Promise.allSettled(all);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(load()).toEqual({ waiting: 0, refused: 0 });
  },
);

test('the load says what waits and what was refused', async () => {
  const { queue, add, begin, finishAll } = workshop({ maxPerKey: 1, maxWaitMs: 500 });
  const all = [add('ana'), add('ana'), add('ana')].map((one) => one.catch(() => undefined));
  await begin();
  expect([queue.load(), queue.waitingOf('ana')]).toEqual([{ waiting: 1, refused: 1 }, 1]);
  await vi.advanceTimersByTimeAsync(500);
  expect([queue.load(), queue.waitingOf('ana')]).toEqual([{ waiting: 0, refused: 2 }, 0]);
  await finishAll();
  await Promise.all(all);
});
