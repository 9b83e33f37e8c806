import { getHealth } from '@chat/contract/system';
import { sendMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, gatherCast } from '../../../test/cast.ts';
import { sql } from '../../db/database.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
});

const health = () => app.client().request('GET', getHealth.path);
const send = () =>
  cast.ana.call(sendMessage, {
    params: { chatId: cast.ventasChat },
    body: { type: 'TEXT', content: 'Hola' },
  });

test('a database without room on its disk is told to the sender, and by the health for a while', async () => {
  const { db } = app.ctx;
  await db.run(sql`
    create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`);
  await db.run(sql`
    create trigger no_room before insert on messages for each statement execute function no_room()`);
  expect(await send()).toMatchObject({
    status: 503,
    message: 'La base de datos no tiene espacio en su disco. Avisa a un administrador.',
  });
  const text = 'El disco de la base de datos está lleno';
  expect(await health()).toMatchObject({
    status: 503,
    message: text,
    errors: { database: [text] },
  });
  await db.run(sql`drop function no_room cascade`);
  expect((await send()).status).toBe(201);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
  expect((await health()).status).toBe(200);
});
