import { listMessages } from '@chat/contract/messages';
import { getHealth } from '@chat/contract/system';
import { getCurrentUser, listUsers, type User } from '@chat/contract/users';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { type Cast, gatherCast, sendText } from '../../test/cast.ts';
import type { Reply } from '../../test/client.ts';
import {
  type Cluster,
  type Pooler,
  startCluster,
  startPooler,
  waysToCluster,
} from '../../test/cluster.ts';
import { openSocket } from '../../test/socket-client.ts';
import { createLog } from '../config/log.ts';
import { type Database, sql } from './database.ts';
import { isTransient } from './faults.ts';
import { openDatabase } from './open-database.ts';

const AWAY = 'La base de datos no responde. Intenta nuevamente en unos segundos.';
const TIMEOUTS = { connectMs: 400, statementMs: 600, answerMs: 5_000 };

describe.each(waysToCluster)('through %s', (way) => {
  let cluster: Cluster;
  let pooler: Pooler | undefined;
  let url: string;
  let db: Database;
  let app: TestApp;
  let cast: Cast;
  beforeAll(async () => {
    cluster = await startCluster();
    if (way === 'PgBouncer') pooler = await startPooler(cluster);
    url = pooler?.url ?? cluster.url;
    db = await openDatabase({ databaseUrl: url, dataDir: '' }, () => {}, TIMEOUTS);
    const log = createLog('warn', {
      write: (line) => {
        logged.push(line);
        onLogged(line);
      },
    });
    const database = { db, remove: () => db.close() };
    app = await startApp({ databaseUrl: url }, { database, log });
    cast = await gatherCast(app);
  });
  afterAll(async () => {
    await app.close();
    await pooler?.stop();
    await cluster.stop();
  });

  const logged: string[] = [];
  let onLogged: (line: string) => void = () => {};

  const untilLogged = (words: string) =>
    new Promise<void>((resolve) => {
      onLogged = (line) => {
        if (line.includes(words)) resolve();
      };
    });

  const health = async () => (await app.client().request('GET', getHealth.path)).status;

  /** A pooler notices the return a moment later. */
  async function resume(): Promise<void> {
    await cluster.resume();
    if (pooler) await vi.waitFor(async () => expect(await health()).toBe(200), { timeout: 60_000 });
    expect(await health()).toBe(200);
  }

  function expectAway(reply: Reply): void {
    expect(reply).toMatchObject({ status: 503, statusCode: 503, message: AWAY, errors: {} });
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  }

  /** Works on a connection of somebody else to the same database. */
  async function aside<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: cluster.url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  test('who arrives meanwhile is told to come back, and who leaves is seen to have left when it is over', async () => {
    const carla = await cast.carla.connect();
    // The server remembers her session, so it does not ask the database.
    await cast.ana.call(getCurrentUser, {});
    const notWritten = untilLogged('presence was not written');
    await cluster.crash();
    expect(await health()).toBe(503);
    // Two operations with an unknown commit: neither may make the server forget a session whose use is not stored yet.
    app.ctx.db.events.emit('commitUnknown');
    app.ctx.db.events.emit('commitUnknown');
    const late = await openSocket(app.url, { token: cast.ana.token });
    const reason = new Promise((resolve) => late.socket.once('disconnect', resolve));
    const claim = { accessToken: cast.ana.token, userId: cast.ana.uuid };
    expect(await late.emit('register', claim)).toEqual({ ok: false, message: AWAY });
    expect(await reason).toBe('transport close');
    carla.close();
    await notWritten;

    await resume();
    const statusOfCarla = async () => {
      const { content } = await app.elena.request<User[]>('GET', listUsers.path);
      return content.find(({ uuid }) => uuid === cast.carla.uuid)?.connectionStatus;
    };
    let status = await statusOfCarla();
    while (status === 'ONLINE') status = await statusOfCarla();
    expect(status).toBe('DISCONNECTED');
    expect(logged.length).toBeGreaterThan(1);
    for (const line of logged) expect(line.length, line).toBeLessThan(300);
  });

  test('a crash while people write: 503 meanwhile, well again at once, and what was acknowledged is there, once', async () => {
    const writers = [cast.ana, cast.bruno, cast.carla];
    const writerOf = (place: number) => writers[place % writers.length] ?? cast.ana;
    const uuids = new Map<string, string | undefined>();
    let crashing: Promise<void> | undefined;
    const writeUntilRefused = async (index: number): Promise<Reply> => {
      for (let i = 0; ; i++) {
        const reference = `salva-${index}-${i}`;
        const reply = await sendText(writerOf(index), cast.ventasChat, reference, reference);
        uuids.set(reference, reply.status === 201 ? reply.content[0]?.uuid : undefined);
        if (uuids.size > 60) crashing ??= cluster.crash();
        if (reply.status !== 201) return reply;
      }
    };
    const refused = await Promise.all(
      Array.from({ length: 9 }, (_, index) => writeUntilRefused(index)),
    );
    for (const reply of refused) expectAway(reply);
    await crashing;
    expect(await health()).toBe(503);
    await resume();

    for (const [reference, uuid] of uuids) {
      const writer = writerOf(Number(reference.split('-')[1]));
      const again = await sendText(writer, cast.ventasChat, reference, reference);
      if (uuid === undefined) expect([200, 201]).toContain(again.status);
      else expect([again.status, again.content[0]?.uuid]).toEqual([200, uuid]);
    }
    const params = { chatId: cast.ventasChat };
    const pages = Array.from({ length: Math.ceil(uuids.size / 50) }, (_, i) =>
      cast.ana.call(listMessages, { params, query: { page: String(i + 1) } }),
    );
    const stored = (await Promise.all(pages)).flatMap(({ content }) => content);
    expect(stored.map(({ content }) => content).sort()).toEqual([...uuids.keys()].sort());
  });

  test('a statement that takes too long is 503, who waits for a connection as well, and nobody after it', async () => {
    await aside(async (other) => {
      await other.query('begin');
      await other.query('lock table messages in access exclusive mode');
      const sends = Array.from({ length: 30 }, (_, i) =>
        sendText(cast.ana, cast.ventasChat, `Espera ${i}`),
      );
      for (const reply of await Promise.all(sends)) expectAway(reply);
      await other.query('rollback');
    });
    expect((await sendText(cast.ana, cast.ventasChat, 'Después')).status).toBe(201);
  });

  test('a connection lost between two statements of a transaction fails it and nothing else', async () => {
    const failed = db.transaction(async (tx) => {
      const { pid } = await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await aside(async (other) => {
        await other.query('select pg_terminate_backend($1, 5000)', [pid]);
      });
      await tx.run(sql`select 1`);
    });
    const error: unknown = await failed.catch((reason: unknown) => reason);
    expect(isTransient(error)).toBe(true);
    expect(await health()).toBe(200);
  });

  test.runIf(way === 'PostgreSQL')(
    'an idle connection that breaks is noted, for what may have ended behind a commit',
    async () => {
      let isLost = false;
      db.events.once('lost', () => {
        isLost = true;
      });
      // A job may take the connection before the connection ends: then the job's statement fails, and nothing idle does.
      const endOne = async () => {
        const { pid } = await db.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
        await aside((other) => other.query('select pg_terminate_backend($1, 5000)', [pid]));
        return isLost;
      };
      await expect.poll(endOne, { timeout: 60_000 }).toBe(true);
      expect(await health()).toBe(200);
    },
  );

  test('a start without its database says so in one line', async () => {
    await cluster.crash();
    const open = openDatabase({ databaseUrl: url, dataDir: '' }, () => {}, TIMEOUTS);
    const error: unknown = await open.catch((reason: unknown) => reason);
    expect(isTransient(error)).toBe(true);
    await resume();
  });

  if (way === 'PostgreSQL') return;

  test('who asks for the health of a server whose database is silent hears so', async () => {
    await aside((client) => client.query('create database otra'));
    const databaseUrl = Object.assign(new URL(url), { pathname: '/otra' }).href;
    const silent = await openDatabase({ databaseUrl, dataDir: '' }, () => {});
    const database = { db: silent, remove: () => silent.close() };
    const other = await startApp({ databaseUrl }, { database });
    const asked = async () => (await other.client().request('GET', getHealth.path)).status;
    expect(await asked()).toBe(200);
    pooler?.send('SIGSTOP');
    expect(await asked()).toBe(503);
    pooler?.send('SIGCONT');
    expect(await asked()).toBe(200);
    await other.close();
  });
});
