import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOwnTurns } from './turns.ts';

/** Work that the test ends; `order` lists the started work. */
function workshop(limits: Partial<Parameters<typeof createOwnTurns>[0]> = {}) {
  const turns = createOwnTurns({ atOnce: 1, maxWaiting: 100, maxWaitMs: 1_000, ...limits });
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const add = (key: string, name = key) =>
    turns.run(key, () => {
      order.push(name);
      return new Promise<void>((end) => ends.push(end));
    });
  const begin = () => vi.advanceTimersByTimeAsync(0);
  const finish = async () => {
    ends.shift()?.();
    await begin();
  };
  return { add, order, begin, finish };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

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
  const { add, order, begin } = workshop({ maxWaiting: 2 });
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

test('work that fails frees its turn', async () => {
  const turns = createOwnTurns({ atOnce: 1, maxWaiting: 1, maxWaitMs: 1_000 });
  const broken = turns.run('ana', () => Promise.reject(new Error('broken')));
  await expect(broken).rejects.toThrow('broken');
  expect(await turns.run('ana', async () => 'done')).toBe('done');
});
