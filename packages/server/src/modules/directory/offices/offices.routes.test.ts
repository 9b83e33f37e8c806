import { createGroup, deleteGroup } from '@chat/contract/groups';
import {
  createOffice,
  createProject,
  deleteOffice,
  listOffices,
  updateOffice,
} from '@chat/contract/offices';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, gatherCast } from '../../../../test/cast.ts';
import { expectUnknownIds, NOBODY, wrongTexts } from '../../../../test/wrong-values.ts';

let app: TestApp;
let cast: Cast;
let north: string;
let south: string;

async function projectNamed(name: string): Promise<string> {
  return (await app.elena.call(createProject, { body: { name } })).content.uuid;
}

beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  north = await projectNamed('Oficinas norte');
  south = await projectNamed('Oficinas sur');
});
afterAll(() => app.close());

const create = (name: string, projectId = north) =>
  app.elena.call(createOffice, { body: { name, projectId } });

const update = (officeId: string, body: { name: string; projectId?: string }) =>
  app.elena.call(updateOffice, { params: { officeId }, body });

describe('who may', () => {
  test('an id that names no office is 404', () =>
    expectUnknownIds(app.elena, [[updateOffice, { name: 'Oficina' }], [deleteOffice]]));
});

describe('registering', () => {
  test('an office is registered in its project', async () => {
    const reply = await create('  Bilbao ');
    expect(reply.status).toBe(201);
    expect(reply.content).toEqual({
      uuid: expect.any(String),
      id: expect.any(Number),
      name: 'Bilbao',
      project: { uuid: north, name: 'Oficinas norte' },
    });
  });

  test('names are unique in a project whatever the case and the letters, and free in another', async () => {
    await create('Gijón');
    for (const name of ['GIJÓN', 'Gij\u200bón', 'Gіjón']) {
      const taken = await create(name);
      expect([name, taken.status]).toEqual([name, 409]);
      expect(taken.errors.name).toHaveLength(1);
    }
    expect((await create('gijón', south)).status).toBe(201);
  });

  test('of many who take a name at once, one gets it and the others 409', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => create('A la vez')));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  test.each(wrongTexts(50))('a name that is %s is refused', async (_, name) => {
    const reply = await app.elena.request('POST', '/offices', { name, projectId: north });
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors)).toEqual(['name']);
  });

  test.each([[undefined], [null], [''], [7]])(
    'without a project (%j) it asks for one',
    async (projectId) => {
      const reply = await app.elena.request('POST', '/offices', { name: 'Oficina', projectId });
      expect(reply.status).toBe(422);
      expect(reply.errors).toEqual({ projectId: ['Selecciona un proyecto'] });
    },
  );

  test.each([[NOBODY], ['no-es-un-uuid'], [`${NOBODY}\u0000`]])(
    'the unknown project %j is refused on its field',
    async (projectId) => {
      const reply = await create('Oficina', projectId);
      expect(reply.status).toBe(422);
      expect(Object.keys(reply.errors)).toEqual(['projectId']);
    },
  );
});

describe('listing', () => {
  test('offices come by project, then by name', async () => {
    await create('Zamora', north);
    await create('Ávila', south);
    await create('zafra', north);
    const offices = (await app.elena.call(listOffices, {})).content;
    const labels = offices.map(({ name, project }) => `${project.name}/${name}`);
    const wanted = ['Oficinas norte/zafra', 'Oficinas norte/Zamora', 'Oficinas sur/Ávila'];
    expect(labels.filter((label) => wanted.includes(label))).toEqual(wanted);
  });

  test('a page tells of the whole', async () => {
    const reply = await app.elena.call(listOffices, { query: { size: '1' } });
    expect(reply.content).toHaveLength(1);
    expect(reply.pagination).toMatchObject({ page: 1, size: 1 });
    expect(reply.pagination?.totalPages).toBe(reply.pagination?.totalElements);
  });
});

describe('renaming', () => {
  test('an office gets its new name, with or without its project named', async () => {
    const { uuid } = (await create('Nombre viejo')).content;
    const renamed = await update(uuid, { name: 'Nombre nuevo', projectId: north });
    expect(renamed).toMatchObject({ status: 200, content: { uuid, name: 'Nombre nuevo' } });
    const again = await update(uuid, { name: 'NOMBRE NUEVO' });
    expect(again).toMatchObject({ status: 200, content: { name: 'NOMBRE NUEVO' } });
  });

  test("another office's name in the project is refused", async () => {
    await create('Ocupada');
    const { uuid } = (await create('Por renombrar')).content;
    const reply = await update(uuid, { name: 'OCUPADA' });
    expect(reply.status).toBe(409);
    expect(reply.errors.name).toHaveLength(1);
  });

  test('an office cannot move to another project', async () => {
    const { uuid } = (await create('Se queda')).content;
    for (const projectId of [south, NOBODY]) {
      const reply = await update(uuid, { name: 'Se mueve', projectId });
      expect(reply.status).toBe(422);
      expect(Object.keys(reply.errors)).toEqual(['projectId']);
    }
    const offices = (await app.elena.call(listOffices, {})).content;
    expect(offices.find((office) => office.uuid === uuid)?.name).toBe('Se queda');
  });

  test.each(wrongTexts(50))('a name that is %s is refused', async (_, name) => {
    const path = `/offices/${cast.ventas.officeId}`;
    const reply = await app.elena.request('PUT', path, { name });
    expect(reply.status).toBe(422);
    expect(reply.errors.name).toHaveLength(1);
  });

  test('reaches the people of its groups and does not reach Diego', async () => {
    const [ana, elena, diego] = await Promise.all([
      cast.ana.connect(),
      app.elena.connect(),
      cast.diego.connect(),
    ]);
    await update(cast.ventas.officeId ?? NOBODY, { name: 'Madrid centro' });
    const payload = { groupId: cast.ventas.uuid };
    expect(await ana.waitFor('group:changed')).toEqual(payload);
    expect(await elena.waitFor('group:changed')).toEqual(payload);
    await diego.fence();
    expect(diego.all('group:changed')).toEqual([]);
    for (const live of [ana, elena, diego]) live.close();
  });
});

describe('deleting', () => {
  test('an office without groups goes', async () => {
    const { uuid } = (await create('Se va')).content;
    const params = { officeId: uuid };
    expect(await app.elena.call(deleteOffice, { params })).toMatchObject({
      status: 200,
      content: null,
    });
    expect((await app.elena.call(deleteOffice, { params })).status).toBe(404);
  });

  test('an office that has groups stays until the last one is deleted', async () => {
    const { uuid: officeId } = (await create('Con grupo')).content;
    const group = await app.elena.call(createGroup, { body: { name: 'Único', officeId } });
    const refused = await app.elena.call(deleteOffice, { params: { officeId } });
    expect(refused).toMatchObject({ status: 409, message: 'La oficina tiene grupos' });
    await app.elena.call(deleteGroup, { params: { groupId: group.content.uuid } });
    expect((await app.elena.call(deleteOffice, { params: { officeId } })).status).toBe(200);
  });

  test('an office deleted while groups are registered in it answers without a fault', async () => {
    const { uuid: officeId } = (await create('Carrera')).content;
    const group = (name: string) =>
      app.elena.call(createGroup, { body: { name, officeId, projectId: north } });
    const replies = await Promise.all([
      group('Uno'),
      app.elena.call(deleteOffice, { params: { officeId } }),
      group('Dos'),
      app.elena.call(deleteOffice, { params: { officeId } }),
    ]);
    for (const { status } of replies) expect([200, 201, 404, 409, 422]).toContain(status);
  });
});
