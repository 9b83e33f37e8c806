import {
  createOffice,
  createProject,
  deleteProject,
  listProjects,
  updateProject,
} from '@chat/contract/offices';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, gatherCast } from '../../../../test/cast.ts';
import { expectUnknownIds, NOBODY, wrongTexts } from '../../../../test/wrong-values.ts';

let app: TestApp;
let cast: Cast;

beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

const create = (name: string) => app.elena.call(createProject, { body: { name } });

describe('who may', () => {
  test('an id that names no project is 404', () =>
    expectUnknownIds(app.elena, [[updateProject, { name: 'Proyecto' }], [deleteProject]]));
});

describe('registering', () => {
  test('a project is registered under its trimmed name', async () => {
    const reply = await create('  Ñandú Norte ');
    expect(reply.status).toBe(201);
    expect(reply.content).toEqual({
      uuid: expect.any(String),
      id: expect.any(Number),
      name: 'Ñandú Norte',
    });
  });

  test('names are unique whatever the case and the letters that they are written with', async () => {
    await create('Único');
    // The last two names have an I and an O of other alphabets.
    for (const name of [' úNICO ', 'Ú\u200bnico', 'ÚNІCO', 'Únicο']) {
      const reply = await create(name);
      expect([name, reply.status]).toEqual([name, 409]);
      expect(reply.errors.name).toHaveLength(1);
    }
    expect((await create('Unico')).status).toBe(201);
  });

  test('of many who take a name at once, one gets it and the others 409', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => create('A la vez')));
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 409, 409, 409, 409, 409]);
  });

  test.each(wrongTexts(50))('a name that is %s is refused', async (_, name) => {
    const reply = await app.elena.request('POST', '/projects', { name });
    expect(reply.status).toBe(422);
    expect(reply.errors.name).toHaveLength(1);
  });

  test.each([
    ['', 'El nombre es obligatorio'],
    ['abc', 'El nombre debe tener al menos 4 caracteres'],
    ['x'.repeat(51), 'El nombre no puede exceder los 50 caracteres'],
  ])('the name %j answers with the specified text', async (name, text) => {
    expect((await create(name)).errors).toEqual({ name: [text] });
  });

  test('a name of 50 characters counts characters, not bytes', async () => {
    expect((await create('🚀'.repeat(50))).status).toBe(201);
    expect((await create('🚀'.repeat(51))).status).toBe(422);
  });
});

describe('listing', () => {
  test('projects come by name, whatever the case', async () => {
    await create('zzzz uno');
    await create('ZZZZ dos');
    const names = (await app.elena.call(listProjects, {})).content.map(({ name }) => name);
    expect(names.indexOf('ZZZZ dos')).toBeLessThan(names.indexOf('zzzz uno'));
    expect(names.indexOf('Proyecto Norte')).toBeLessThan(names.indexOf('ZZZZ dos'));
  });

  test('a page holds its part and tells of the whole', async () => {
    const all = (await app.elena.call(listProjects, {})).content;
    const reply = await app.elena.call(listProjects, { query: { page: '2', size: '2' } });
    expect(reply.content).toEqual(all.slice(2, 4));
    expect(reply.pagination).toEqual({
      page: 2,
      size: 2,
      totalElements: all.length,
      totalPages: Math.ceil(all.length / 2),
    });
  });
});

describe('renaming', () => {
  test('a project gets its new name, also its own in another case', async () => {
    const { uuid } = (await create('Sur viejo')).content;
    const params = { projectId: uuid };
    const renamed = await app.elena.call(updateProject, { params, body: { name: 'Sur nuevo' } });
    expect(renamed.content).toMatchObject({ uuid, name: 'Sur nuevo' });
    const again = await app.elena.call(updateProject, { params, body: { name: 'SUR NUEVO' } });
    expect(again).toMatchObject({ status: 200, content: { name: 'SUR NUEVO' } });
  });

  test("another project's name is refused", async () => {
    await create('Ocupado');
    const { uuid } = (await create('Por renombrar')).content;
    const body = { name: 'ocupado' };
    const reply = await app.elena.call(updateProject, { params: { projectId: uuid }, body });
    expect(reply.status).toBe(409);
    expect(reply.errors.name).toHaveLength(1);
  });

  test.each(wrongTexts(50))('a name that is %s is refused', async (_, name) => {
    const { uuid } = cast.ventas.officine?.project ?? { uuid: NOBODY };
    const reply = await app.elena.request('PUT', `/projects/${uuid}`, { name });
    expect(reply.status).toBe(422);
    expect(reply.errors.name).toHaveLength(1);
  });

  test('reaches the people of its groups and does not reach Diego', async () => {
    const [ana, elena, diego] = await Promise.all([
      cast.ana.connect(),
      app.elena.connect(),
      cast.diego.connect(),
    ]);
    const params = { projectId: cast.ventas.projectId ?? NOBODY };
    await app.elena.call(updateProject, { params, body: { name: 'Proyecto Noroeste' } });
    const payload = { groupId: cast.ventas.uuid };
    expect(await ana.waitFor('group:changed')).toEqual(payload);
    expect(await elena.waitFor('group:changed')).toEqual(payload);
    await diego.fence();
    expect(diego.all('group:changed')).toEqual([]);
    for (const live of [ana, elena, diego]) live.close();
  });
});

describe('deleting', () => {
  test('a project without offices goes and frees its name', async () => {
    const { uuid } = (await create('Se va')).content;
    const reply = await app.elena.call(deleteProject, { params: { projectId: uuid } });
    expect(reply).toMatchObject({ status: 200, content: null });
    const again = await app.elena.call(deleteProject, { params: { projectId: uuid } });
    expect(again.status).toBe(404);
    expect((await create('Se va')).status).toBe(201);
  });

  test('a project that has offices stays', async () => {
    const params = { projectId: cast.ventas.projectId ?? NOBODY };
    const reply = await app.elena.call(deleteProject, { params });
    expect(reply).toMatchObject({ status: 409, message: 'El proyecto tiene oficinas' });
  });

  test('a project deleted while offices are registered in it answers without a fault', async () => {
    const { uuid: projectId } = (await create('Carrera')).content;
    const office = (name: string) => app.elena.call(createOffice, { body: { name, projectId } });
    const replies = await Promise.all([
      office('Oficina uno'),
      app.elena.call(deleteProject, { params: { projectId } }),
      office('Oficina dos'),
      app.elena.call(deleteProject, { params: { projectId } }),
    ]);
    for (const { status } of replies) expect([200, 201, 404, 409, 422]).toContain(status);
  });
});
