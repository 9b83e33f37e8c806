import { logout } from '@chat/contract/auth';
import { required } from '@chat/contract/checks';
import { sendMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { type Cast, gatherCast, sendText } from '../../test/cast.ts';
import { type FakeS3, openFakeS3 } from '../../test/fake-s3.ts';
import { readConfig } from '../config/env.ts';
import { sql } from '../db/database.ts';
import { noteBackup } from '../storage/s3.ts';

let s3: FakeS3;
let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  s3 = await openFakeS3();
  app = await startApp({ loginRate: 1, s3: required(readConfig({ S3_URL: s3.url }).s3, 's3') });
  cast = await gatherCast(app);
});
afterAll(async () => {
  await app.close();
  await s3.close();
});

/** Returns a function that finds a metric's value by the beginning of its line; undefined without such a line. */
async function readFigures(of = app): Promise<(figure: string) => number | undefined> {
  const text = await (await fetch(`${of.url}/api/metrics`)).text();
  const lines = new Map(
    text.split('\n').map((line) => [line.slice(0, line.lastIndexOf(' ')), line]),
  );
  return (figure) => {
    const line = lines.get(figure);
    return line === undefined
      ? undefined
      : Number(line.slice(figure.length).trim().replace('+Inf', 'Infinity'));
  };
}

test('a part that fails is told to be away, and up again once it answers', async () => {
  const partsNow = async () => {
    const figureOf = await readFigures();
    return ['database', 'disk', 'S3', 'redis'].map((part) =>
      figureOf(`chat_part_up{part="${part}"}`),
    );
  };
  expect(await partsNow()).toEqual([1, 1, 1, undefined]);
  s3.fail(true);
  expect(await partsNow()).toEqual([1, 1, 0, undefined]);
  s3.fail(false);
  expect(await partsNow()).toEqual([1, 1, 1, undefined]);
});

test('while every connection is taken the figures say so, in time, and leave out what they cannot know', async () => {
  const { db } = app.ctx;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const holding = Array.from({ length: 6 }, () => db.transaction(() => released));
  const figureOf = await readFigures();
  release();
  await Promise.all(holding);
  expect(figureOf('chat_part_up{part="database"}')).toBe(0);
  expect(figureOf('chat_part_up{part="S3"}')).toBe(1);
  expect(figureOf('chat_database_connections{state="in_use"}')).toBeGreaterThan(0);
  expect(figureOf('chat_database_connections{state="waiting"}')).toBeGreaterThan(0);
  expect(figureOf('chat_migrations{state="applied"}')).toBeUndefined();
  expect((await readFigures())('chat_migrations{state="applied"}')).toBeGreaterThan(0);
});

test('statements are timed by whether they change rows, and each transaction by its commit', async () => {
  const counts = async () => {
    const figureOf = await readFigures();
    return ['read', 'write', 'commit'].map(
      (kind) => figureOf(`chat_statement_seconds_count{kind="${kind}"}`) ?? 0,
    );
  };
  const [read = 0, write = 0, commit = 0] = await counts();
  const { db } = app.ctx;
  await db.transaction(async (tx) => {
    await tx.run(sql`select 1`);
    await tx.run(sql`update users set email = email where false`);
    await tx.run(sql`with none as (select 1) delete from users where false`);
  });
  await expect(db.run(sql`insert into users select 1 / 0`)).rejects.toThrow();
  const after = await counts();
  // Other work beside the test reads and writes as well.
  expect(after[0]).toBeGreaterThan(read);
  expect(after[1]).toBeGreaterThanOrEqual(write + 3);
  expect(after[2]).toBeGreaterThan(commit);
});

test('a message counts as stored once, however often it is sent', async () => {
  const stored = async () => (await readFigures())('chat_messages_stored_total') ?? 0;
  const before = await stored();
  await sendText(cast.ana, cast.ventasChat, 'Hola');
  const params = { chatId: cast.ventasChat };
  const body = { type: 'TEXT', content: 'Otra', referenceId: 'ref-1' } as const;
  for (const status of [201, 200]) {
    expect((await cast.ana.call(sendMessage, { params, body })).status).toBe(status);
  }
  expect(await stored()).toBe(before + 2);
});

test('what is turned away is told by what turned it away', async () => {
  const figures = [
    'chat_queue_refused_total{queue="passwords"}',
    'chat_refusals_total{reason="sign-in failed"}',
    'chat_refusals_total{reason="too many requests"}',
    'chat_refusals_total{reason="not allowed"}',
  ];
  const now = async () => {
    const figureOf = await readFigures();
    return figures.map((figure) => figureOf(figure));
  };
  const before = await now();
  const stranger = app.client();
  for (const status of [401, 429, 429]) {
    expect((await stranger.login('nadie@empresa.local', 'equivocada')).status).toBe(status);
  }
  expect((await cast.diego.request('GET', '/users')).status).toBe(403);
  const after = await now();
  expect(after.map((figure, n) => (figure ?? 0) - (before[n] ?? 0))).toEqual([2, 1, 2, 1]);
  const figureOf = await readFigures();
  for (const queue of ['passwords', 'pictures', 'thumbnails', 'sends', 'reads', 'commits']) {
    expect([queue, figureOf(`chat_queue_waiting{queue="${queue}"}`)]).toEqual([queue, 0]);
  }
});

test('sockets that ended are told by the reason', async () => {
  const ended = 'chat_sockets_ended_total{reason="server namespace disconnect"}';
  const before = (await readFigures())(ended);
  expect(before).toBeTypeOf('number');
  const leaving = await app.signIn(cast.carla.email);
  await leaving.connect();
  await leaving.call(logout, {});
  expect((await readFigures())(ended)).toBe((before ?? 0) + 1);
});

test('of the disk what is free and all of it', async () => {
  const figureOf = await readFigures();
  const free = figureOf('chat_disk_bytes{kind="free"}') ?? 0;
  expect(free).toBeGreaterThan(0);
  expect(figureOf('chat_disk_bytes{kind="size"}')).toBeGreaterThan(free);
});

test.each([
  ['in DATA_DIR', false],
  ['in the store that all processes share', true],
])(
  'the age of the last backup is that of the mark %s, and endless without one',
  async (_, isInStore) => {
    const here = isInStore ? app : await startApp();
    const age = async () => (await readFigures(here))('chat_backup_age_seconds');
    expect(await age()).toBe(Number.POSITIVE_INFINITY);
    const hourAgo = Date.now() - 3_600_000;
    await noteBackup(here.ctx.config, new Date(hourAgo));
    const old = required(await age(), 'age');
    expect(old).toBeGreaterThanOrEqual(3_600);
    expect(old).toBeLessThanOrEqual((Date.now() - hourAgo) / 1_000);
    await noteBackup(here.ctx.config, new Date());
    expect(await age()).toBeLessThan(old);
    if (here !== app) await here.close();
  },
);

test('migrations of a newer version are told apart from those of this one', async () => {
  const states = async () => {
    const figureOf = await readFigures();
    return ['applied', 'missing', 'unknown'].map((state) =>
      figureOf(`chat_migrations{state="${state}"}`),
    );
  };
  const [applied = 0] = await states();
  expect(await states()).toEqual([applied, 0, 0]);
  const { db } = app.ctx;
  await db.run(sql`insert into schema_migrations (name, checksum) values ('9999-later.sql', 'x')`);
  await db.run(sql`
    update schema_migrations set name = '9998-other.sql'
    where name = (select min(name collate "C") from schema_migrations)`);
  expect(await states()).toEqual([applied - 1, 1, 2]);
});
