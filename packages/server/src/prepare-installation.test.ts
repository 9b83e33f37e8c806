import { required } from '@chat/contract/checks';
import { createGroup, type Group, updateGroup } from '@chat/contract/groups';
import { createProject, type Project, updateProject } from '@chat/contract/offices';
import { expect, test } from 'vitest';
import { startApp } from '../test/build-app.ts';
import { createTestDatabase } from '../test/database.ts';
import { readConfig } from './config/env.ts';
import { sql } from './db/database.ts';
import { verifyStored } from './security/passwords.ts';
import { prepareInstallation } from './start-jobs.ts';

test('names of before looks were compared stay, and no more of them come', async () => {
  let app = await startApp();
  const makeGroup = (name: string) => app.elena.call(createGroup, { body: { name } });
  const makeProject = (name: string) => app.elena.call(createProject, { body: { name } });
  const groups: Group[] = [];
  const projects: Project[] = [];
  // The second name of each pair has an o of another alphabet, as older rows may have.
  for (const name of ['Compras', 'Cоmpras']) {
    await app.ctx.db.run(sql`update groups set name_look = null`);
    await app.ctx.db.run(sql`update projects set name_look = null`);
    groups.push((await makeGroup(name)).content);
    projects.push((await makeProject(name)).content);
  }
  await app.ctx.db.run(sql`update groups set name_look = null`);
  await app.ctx.db.run(sql`update projects set name_look = null`);

  app = await app.restart();
  const looks = await app.ctx.db.many(sql`select name, name_look from groups order by id`);
  expect(looks).toEqual([
    { name: 'GENERAL', nameLook: 'general' },
    { name: 'Compras', nameLook: 'compras' },
    { name: 'Cоmpras', nameLook: null },
  ]);
  for (const make of [makeGroup, makeProject]) {
    expect((await make('Cοmpras')).status).toBe(409);
  }
  const group = required(groups[1], 'group');
  const project = required(projects[1], 'project');
  const kept = { name: group.name, description: 'La segunda' };
  const described = await app.elena.call(updateGroup, {
    params: { groupId: group.uuid },
    body: kept,
  });
  expect([described.status, described.content]).toMatchObject([200, kept]);
  const params = { projectId: project.uuid };
  const rename = (name: string) => app.elena.call(updateProject, { params, body: { name } });
  expect((await rename(project.name)).status).toBe(200);
  expect((await rename('COMPRAS\u200b')).status).toBe(409);
  expect((await rename('Pedidos')).status).toBe(200);
  await app.close();
});

test.each([
  ['that is drawn and told once', {}, expect.stringMatching(/^.{12,}$/)],
  ['of ADMIN_PASSWORD, and tells none', { ADMIN_PASSWORD: 'secreta-123' }, undefined],
])(
  'the first start makes GENERAL and an administrator with a password %s',
  async (_, env, drawn) => {
    const { db, remove } = await createTestDatabase();
    const config = readConfig({ ADMIN_EMAIL: 'jefa@empresa.local', ...env });
    const made = await prepareInstallation({ config, db });
    expect(made).toEqual({ email: 'jefa@empresa.local', password: drawn });
    expect(await prepareInstallation({ config, db })).toBeUndefined();
    expect(await db.many(sql`select name from groups`)).toEqual([{ name: 'GENERAL' }]);
    const people = await db.many<{ email: string; passwordHash: string }>(
      sql`select email, password_hash, is_admin from users`,
    );
    expect(people).toMatchObject([{ email: 'jefa@empresa.local', isAdmin: true }]);
    const typed = made?.password ?? 'secreta-123';
    expect(await verifyStored(people[0]?.passwordHash, typed)).toBe(true);
    await remove();
  },
);
