import { logout } from '@chat/contract/auth';
import { deleteGroup } from '@chat/contract/groups';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beforeStatement } from '../../../../test/before-statement.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { createGroupOf, registerPerson, usersOf } from '../../../../test/cast.ts';
import { importCsv } from '../../../../test/csv.ts';
import { type Sql, sql } from '../../../db/database.ts';

const PLACES = 'as project, o.name_key as office';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, { connections: 5 });
});
afterAll(() => app.close());

const emails = async () => (await usersOf(app.elena)).map(({ email }) => email);

test('somebody who is registered after the rows were checked ends the import, which has written nothing', async () => {
  beforeStatement(app.ctx.db, PLACES, () => registerPerson(app, 'ana'));
  const csv = 'nombre;apellido;correo\nAntes;Gil;antes\nAna;Gil;ana\nLuego;Gil;luego';
  const reply = await importCsv(app.elena, csv, { invite: '1' });
  const text =
    'Mientras tanto se ha registrado a una de estas personas. Comprueba el archivo otra vez.';
  expect([reply.status, reply.errors]).toEqual([422, { file: [text] }]);
  expect(await emails()).toEqual(['elena@empresa.local', 'ana@empresa.local']);
  expect((await importCsv(app.elena, csv)).content).toMatchObject({ created: 2, unchanged: 1 });
});

test('a session that ends after the rows were checked ends its import, which has written nothing', async () => {
  const before = await emails();
  const leaving = await app.signIn(app.elena.email);
  beforeStatement(app.ctx.db, PLACES, () => leaving.call(logout, {}));
  const reply = await importCsv(leaving, 'nombre;apellido;correo\nUno;Gil;de-nadie', {
    invite: '1',
  });
  expect(reply.status).toBe(401);
  expect(await emails()).toEqual(before);
});

test('a group that is deleted after the rows were checked ends the import, which has written nothing', async () => {
  const { uuid } = await createGroupOf(app, 'Efímero', []);
  const before = await emails();
  const acts = await app.ctx.db.many(sql`select from audit_events where action = 'USERS_IMPORTED'`);
  const { many } = app.ctx.db;
  app.ctx.db.many = async <Row>(query: Sql) => {
    const rows = await many<Row>(query);
    if (!query.text.includes(PLACES)) return rows;
    app.ctx.db.many = many;
    await app.elena.call(deleteGroup, { params: { groupId: uuid } });
    return rows;
  };
  const reply = await importCsv(app.elena, 'nombre;apellido;correo;grupos\nUno;Gil;uno;Efímero');
  expect([reply.status, reply.errors]).toEqual([422, { file: ['Uno de los grupos no existe'] }]);
  expect(await emails()).toEqual(before);
  const after = await app.ctx.db.many(
    sql`select from audit_events where action = 'USERS_IMPORTED'`,
  );
  expect(after).toHaveLength(acts.length);
});
