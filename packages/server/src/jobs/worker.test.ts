import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { refuseRows } from '../../test/refused-rows.ts';
import { type Database, raw, sql } from '../db/database.ts';
import { createWorker, failAlone, type Worker } from './worker.ts';

type Options = Parameters<typeof createWorker>[0];

describe('a worker', () => {
  const errors: string[] = [];
  let begun: number[] = [];
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    [errors.length, begun] = [0, []];
  });

  /** Notes when its rounds begin, in ms from now. */
  function workerThat(work: () => number | undefined, options: Partial<Options> = {}): Worker {
    const since = Number(vi.getMockedSystemTime());
    const worker = createWorker({
      async round() {
        begun.push(Number(vi.getMockedSystemTime()) - since);
        return work();
      },
      onError: ({ message }) => errors.push(message),
      ...options,
    });
    onTestFinished(() => worker.close());
    return worker;
  }
  const idle = () => undefined;

  test('begins a round at the earliest of the times that it was woken for, and is idle then', async () => {
    const worker = workerThat(idle);
    expect(worker.isIdle).toBe(true);
    for (const ms of [500, 200, 900]) worker.wake(ms);
    expect(worker.isIdle).toBe(false);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(begun).toEqual([200]);
    expect(worker.isIdle).toBe(true);
  });

  test('begins the next round when the last one says', async () => {
    const waits = [300, 20, undefined];
    workerThat(() => waits.shift()).wake();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(begun).toEqual([0, 300, 320]);
  });

  test('gathers calls, and keeps rounds apart', async () => {
    const worker = workerThat(idle, { gatherMs: 50, apartMs: 400 });
    for (let n = 0; n < 3; n++) worker.wake();
    await vi.advanceTimersByTimeAsync(100);
    worker.wake();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(begun).toEqual([50, 450]);
  });

  test('waits longer after each failure up to a bound, and as at first after a success', async () => {
    let failures = 5;
    const work = () => {
      if (--failures < 0) return undefined;
      throw new Error('away');
    };
    const worker = workerThat(work, { retryMs: 100 });
    worker.wake();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(begun).toEqual([0, 100, 300, 700, 1_100, 1_500]);
    failures = 1;
    worker.wake();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(begun.slice(6)).toEqual([5_000, 5_100]);
    expect(errors).toEqual(Array.from({ length: 6 }, () => 'away'));
  });

  test('with a period begins a round each time, whether the last one failed or not', async () => {
    workerThat(
      () => {
        throw new Error('always');
      },
      { everyMs: 1_000 },
    );
    await vi.advanceTimersByTimeAsync(3_500);
    expect(begun).toEqual([1_000, 2_000, 3_000]);
  });

  test('waits for a time that is further away than a timer reaches', async () => {
    const days30 = 30 * 24 * 3_600_000;
    workerThat(idle).wake(days30);
    await vi.advanceTimersByTimeAsync(days30 - 1);
    expect(begun).toEqual([]);
    await vi.advanceTimersByTimeAsync(2);
    expect(begun).toHaveLength(1);
  });
});

describe('rounds of a worker', () => {
  /** Each round waits until `release` is called for it. */
  function heldWorker() {
    const signals: AbortSignal[] = [];
    const releases: (() => void)[] = [];
    const worker = createWorker({
      async round(signal) {
        signals.push(signal);
        await new Promise<void>((settle) => void releases.push(settle));
        return undefined;
      },
      onError: () => {},
    });
    return { worker, signals, release: () => releases.shift()?.() };
  }

  test('are never two at a time: all who ask during one share the next', async () => {
    const { worker, signals, release } = heldWorker();
    const first = worker.run();
    const others = [worker.run(), worker.run()];
    release();
    await first;
    await vi.waitFor(() => expect(signals).toHaveLength(2));
    release();
    await Promise.all(others);
    expect(signals).toHaveLength(2);
    expect(worker.isIdle).toBe(true);
  });

  test('are ended by closing, which waits for the round under way and lets none begin', async () => {
    const { worker, signals, release } = heldWorker();
    const first = worker.run();
    const next = worker.run();
    worker.wake();
    let isClosed = false;
    const closed = worker.close().then(() => {
      isClosed = true;
    });
    expect(signals[0]?.aborted).toBe(true);
    await Promise.resolve();
    expect(isClosed).toBe(false);
    release();
    await Promise.all([first, next, closed, worker.run()]);
    expect(signals).toHaveLength(1);
  });
});

describe('a table that workers of two processes follow', () => {
  const ROWS = 100;
  let database: TestDatabase;
  let one: Database;
  let other: Database;
  beforeAll(async () => {
    database = await createTestDatabase();
    [one, other] = [database.open(), database.open()];
    await one.run(sql`create table tasks (id int primary key)`);
    await one.run(sql`create table done (task_id int, by text)`);
  });
  beforeEach(async () => {
    for (const table of ['done', 'tasks']) await one.run(sql`truncate ${raw(table)}`);
    await one.run(sql`insert into tasks select generate_series(1, ${ROWS}::int)`);
  });
  afterAll(async () => {
    await Promise.all([one.close(), other.close()]);
    await database.remove();
  });

  /** Takes some rows, and does them in the same transaction; `onTaken` comes in between. */
  const takeSome = (db: Database, by: string, onTaken = async (_ids: number[]) => {}) =>
    db.transaction(async (tx) => {
      const rows = await tx.many<{ id: number }>(sql`
        delete from tasks where id in (select id from tasks order by id limit 8 for update skip locked)
        returning id`);
      const ids = rows.map(({ id }) => id);
      await onTaken(ids);
      await tx.run(sql`insert into done (task_id, by) select unnest(${ids}::int[]), ${by}`);
      return ids.length === 0 ? undefined : 0;
    });
  const workerOn = (db: Database, by: string, onTaken?: (ids: number[]) => Promise<void>) => {
    const worker = createWorker({
      round: () => takeSome(db, by, onTaken),
      onError: () => {},
      retryMs: 10,
    });
    onTestFinished(() => worker.close());
    worker.wake();
    return worker;
  };
  const done = async () =>
    (await one.many<{ id: number }>(sql`select task_id as id from done order by task_id`)).map(
      ({ id }) => id,
    );
  const all = Array.from({ length: ROWS }, (_, n) => n + 1);

  test('has each row done once', async () => {
    workerOn(one, 'one');
    workerOn(other, 'other');
    await expect.poll(done).toEqual(all);
  });

  test('has the rows of a process that crashes in between done by the other', async () => {
    let crashes = 3;
    workerOn(one, 'one', async () => {
      if (--crashes >= 0) throw new Error('crashed');
    });
    workerOn(other, 'other');
    await expect.poll(done).toEqual(all);
  });

  test('has all rows but a bad one done, and that one reported', async () => {
    await refuseRows(one, 'done', 'insert', 'new.task_id = 42');
    const bad: number[] = [];
    const write = (ids: number[]) =>
      one.run(sql`insert into done (task_id, by) select unnest(${ids}::int[]), 'one'`);
    await failAlone(all, write, (id) => bad.push(id));
    expect(bad).toEqual([42]);
    expect(await done()).toEqual(all.filter((id) => id !== 42));
  });

  test('has no row given up while the database is away', async () => {
    const away = Object.assign(new Error('gone'), { code: 'ECONNRESET' });
    const bad: number[] = [];
    const write = () => Promise.reject(away);
    await expect(failAlone(all, write, (id) => bad.push(id))).rejects.toBe(away);
    expect(bad).toEqual([]);
  });
});
