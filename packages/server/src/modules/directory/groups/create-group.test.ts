import { listGroupChats } from '@chat/contract/chats';
import type { CreateGroupInput } from '@chat/contract/forms';
import { createGroup, listGroups } from '@chat/contract/groups';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, gatherCast } from '../../../../test/cast.ts';
import { NOBODY, wrongTexts, wrongUuidLists } from '../../../../test/wrong-values.ts';

let app: TestApp;
let cast: Cast;

beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

const create = (body: CreateGroupInput) => app.elena.call(createGroup, { body });

test('a group is registered in its office with its people', async () => {
  const { officeId, projectId, officine } = cast.ventas;
  const reply = await create({
    name: '  Compras ',
    description: 'Todo\r\nlo que se compra ',
    userUuids: [cast.ana.uuid, cast.bruno.uuid, cast.ana.uuid],
    projectId,
    officeId,
  });
  expect(reply.status).toBe(201);
  expect(reply.content).toEqual({
    uuid: expect.any(String),
    id: expect.any(Number),
    name: 'Compras',
    description: 'Todo\nlo que se compra ',
    officine,
    officeId,
    projectId,
    participantsCount: 2,
    retentionDays: null,
  });
});

test('a group is registered without office, and the administrator is no participant', async () => {
  const reply = await create({ name: 'Sin oficina', officeId: null, projectId: null });
  expect(reply.content).toMatchObject({ officine: null, officeId: null, participantsCount: 0 });
});

test('a new group has its group chat', async () => {
  const group = (await create({ name: 'Con chat', userUuids: [cast.ana.uuid] })).content;
  const chats = await cast.ana.call(listGroupChats, { params: { groupId: group.uuid } });
  expect(chats.content).toHaveLength(1);
  expect(chats.content[0]).toMatchObject({ chatType: 'GROUP', email: 'grupo@empresa.local' });
});

test('names are unique in an office whatever the case, office-less groups among themselves', async () => {
  const { officeId } = cast.ventas;
  const taken = await create({ name: 'VENTAS', officeId });
  expect(taken.status).toBe(409);
  expect(taken.errors.name).toHaveLength(1);
  expect((await create({ name: 'Ventas' })).status).toBe(201);
  expect((await create({ name: 'ventas' })).status).toBe(409);
});

test('a name that looks like another one of its office is taken, however it is written', async () => {
  const { officeId } = cast.ventas;
  for (const name of ['Vеntas', 'VENTΑS', 'Ven\u200btas', 'Ｖｅｎｔａｓ']) {
    const reply = await create({ name, officeId });
    expect([name, reply.status]).toEqual([name, 409]);
    expect(reply.errors.name).toHaveLength(1);
  }
  for (const name of [
    'Véntas',
    'Продажи',
    'Πωλήσεις',
    'Zona O',
    'Zona 0',
    'Zona I',
    'Zona L',
    'Zona 1',
  ]) {
    expect([name, (await create({ name, officeId })).status]).toEqual([name, 201]);
  }
});

test('a description may be left blank, and is refused when it only looks so', async () => {
  expect((await create({ name: 'Descrita', description: ' ' })).status).toBe(201);
  const reply = await create({ name: 'Sin describir', description: '\u200b\u3164' });
  expect(reply.status).toBe(422);
  expect(Object.keys(reply.errors)).toEqual(['description']);
});

test('of many who take a name at once, one gets it and the others 409', async () => {
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => create({ name: 'A la vez', userUuids: [cast.ana.uuid] })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
});

test.each([
  ...['GENERAL', 'general', ' General '],
  // Invisible characters, letters of other alphabets, wide letters, and characters that look like an L.
  ...['GENE\u200bRAL', '\u2066General', 'GEN\u200aERAL', 'GЕNERAL', 'GΕNERΑL', 'gеnеrаl'],
  ...['ＧＥＮＥＲＡＬ', '𝐆ENERAL', 'GENERAI', 'GENERA1'],
])('the name %j is reserved', async (name) => {
  for (const officeId of [null, cast.ventas.officeId]) {
    const reply = await create({ name, officeId });
    expect(reply.status).toBe(409);
    expect(reply.errors.name).toHaveLength(1);
  }
});

test.each(wrongTexts(100))('a name that is %s is refused', async (_, name) => {
  const reply = await app.elena.request('POST', '/groups', { name });
  expect(reply.status).toBe(422);
  expect(Object.keys(reply.errors)).toEqual(['name']);
});

test.each([
  ['a number', 7],
  ['too long', 'x'.repeat(501)],
  ['with NUL', '\u0000'],
  ['with half a character', '\ud800'],
])('a description that is %s is refused', async (_, description) => {
  const reply = await app.elena.request('POST', '/groups', { name: 'Descrito', description });
  expect(reply.status).toBe(422);
  expect(Object.keys(reply.errors)).toEqual(['description']);
});

test('a project without office asks for the office', async () => {
  const reply = await create({ name: 'Sin elegir', projectId: cast.ventas.projectId });
  expect(reply.status).toBe(422);
  expect(reply.errors).toEqual({ officeId: ['Selecciona una oficina'] });
});

test('an unknown office, or a project that is not its own, is refused on its field', async () => {
  const unknown = await create({ name: 'Perdido', officeId: NOBODY });
  expect([unknown.status, Object.keys(unknown.errors)]).toEqual([422, ['officeId']]);
  const { officeId } = cast.ventas;
  const other = await create({ name: 'Perdido', officeId, projectId: NOBODY });
  expect([other.status, Object.keys(other.errors)]).toEqual([422, ['projectId']]);
});

test.each([...wrongUuidLists, ['a list with a stranger', [NOBODY]]])(
  'people given as %s are refused and nothing is registered',
  async (_, userUuids) => {
    const reply = await app.elena.request('POST', '/groups', { name: 'Nadie', userUuids });
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors)).toEqual(['userUuids']);
    const names = (await app.elena.call(listGroups, {})).content.map(({ name }) => name);
    expect(names).not.toContain('Nadie');
  },
);

test('reaches its people and administrators and does not reach Diego', async () => {
  const [ana, elena, diego] = await Promise.all([
    cast.ana.connect(),
    app.elena.connect(),
    cast.diego.connect(),
  ]);
  const group = (await create({ name: 'Anunciado', userUuids: [cast.ana.uuid] })).content;
  const payload = { groupId: group.uuid };
  expect(await ana.waitFor('group:changed')).toEqual(payload);
  expect(await elena.waitFor('group:changed')).toEqual(payload);
  await diego.fence();
  expect(diego.all('group:changed')).toEqual([]);
  for (const live of [ana, elena, diego]) live.close();
});
