import { listGroupParticipants, listGroups, listOwnGroups } from '@chat/contract/groups';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditEvents } from '../../../../test/audit-events.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { createGroupOf, createVentas, registerPerson, usersOf } from '../../../../test/cast.ts';
import { type Client, PASSWORD } from '../../../../test/client.ts';
import { importCsv } from '../../../../test/csv.ts';
import { accept, tokenOf } from '../../../../test/invitations.ts';

let app: TestApp;
let ana: Client;
beforeAll(async () => {
  app = await startApp();
  ana = await registerPerson(app, 'ana');
  await createVentas(app, [ana]);
  await createGroupOf(app, 'Almacén', []);
});
afterAll(() => app.close());

const HEADER = 'nombre;apellido;correo;proyecto;oficina;grupos;rol';
const csv = (...rows: string[]) => [HEADER, ...rows].join('\r\n');
const participantsOf = async (name: string) => {
  const { content } = await app.elena.call(listGroups, {});
  const groupId = content.find((group) => group.name === name)?.uuid ?? '';
  const reply = await app.elena.call(listGroupParticipants, { params: { groupId } });
  return reply.content.map(({ email }) => email);
};
const emails = async () => (await usersOf(app.elena)).map(({ email }) => email);

describe('an import', () => {
  test('registers people without a password in GENERAL and the groups of their row, and says how many', async () => {
    const text = csv(
      'Eva;Gil;eva;Proyecto Norte;Madrid;Ventas;',
      "'=Fe;Gil;fe;;;almacén|GENERAL;USER",
      'Ana;;ana',
    );
    const reply = await importCsv(app.elena, text);
    expect([reply.status, reply.content]).toEqual([
      201,
      { created: 2, unchanged: 1, invitations: [] },
    ]);
    expect((await app.client().login('eva@empresa.local')).status).toBe(401);
    const users = await usersOf(app.elena);
    const of = (email: string) => users.find((user) => user.email === email);
    expect(of('eva@empresa.local')).toMatchObject({
      offices: ['Madrid'],
      role: 'USER',
      lastName: 'Gil',
    });
    expect(of('fe@empresa.local')).toMatchObject({ firstName: '=Fe', offices: [] });
    expect(of('ana@empresa.local')).toMatchObject({ lastName: 'Prueba' });
    const [general, warehouse] = await Promise.all(['GENERAL', 'Almacén'].map(participantsOf));
    expect(general).toEqual(expect.arrayContaining(['eva@empresa.local', 'fe@empresa.local']));
    expect(warehouse).toEqual(['fe@empresa.local']);
  });

  test('is told to everybody online once for each group, not once for each person', async () => {
    const live = await ana.connect();
    const rows = Array.from(
      { length: 10 },
      (_, n) => `Uno;Gil;diez-${n};Proyecto Norte;Madrid;Ventas;`,
    );
    expect((await importCsv(app.elena, csv(...rows))).content.created).toBe(10);
    await live.fence();
    const changed = live.all('group:changed').map(({ groupId }) => groupId);
    expect(changed).toHaveLength(2);
    expect(new Set(changed).size).toBe(2);
    live.close();
  });

  test('with invite gives a link to each, and the person is in their groups once they sign in', async () => {
    const reply = await importCsv(app.elena, csv('Gema;Gil;gema;Proyecto Norte;Madrid;Ventas;'), {
      invite: '1',
    });
    const [invitation] = reply.content.invitations;
    expect(reply.content).toMatchObject({
      created: 1,
      invitations: [{ email: 'gema@empresa.local' }],
    });
    await accept(app.client(), tokenOf(invitation ?? { url: '', expiresAt: '' }));
    const gema = await app.signIn('gema@empresa.local', 'elegida-por-mí');
    const own = await gema.call(listOwnGroups, {});
    expect(own.content.map(({ name, participantsCount }) => [name, participantsCount > 1])).toEqual(
      [
        ['GENERAL', true],
        ['Ventas', true],
      ],
    );
  });

  test('with any wrong row writes nothing, and names the first hundred by row and column', async () => {
    const before = await emails();
    const rows = ['Hugo;Gil;hugo', ...Array.from({ length: 120 }, (_, n) => `Uno;Gil;mal${n}@`)];
    const reply = await importCsv(app.elena, csv(...rows), { invite: '1' });
    expect([reply.status, reply.message]).toEqual([
      422,
      'Hay filas con errores. No se ha importado nada.',
    ]);
    expect(reply.errors.file).toHaveLength(100);
    expect(reply.errors.file?.[0]).toBe('Fila 3, correo: Correo inválido');
    expect(await emails()).toEqual(before);
  });

  test('of an administrator takes the caller’s own password: a stolen session makes none', async () => {
    const text = csv('Jefa;Gil;jefa;Proyecto Norte;Madrid;Ventas;ADMIN');
    const missing = await importCsv(app.elena, text, { invite: '1' });
    expect([missing.status, Object.keys(missing.errors)]).toEqual([422, ['currentPassword']]);
    const wrong = await importCsv(app.elena, text, { currentPassword: 'otra-distinta' });
    expect([wrong.status, Object.keys(wrong.errors)]).toEqual([422, ['currentPassword']]);
    expect(await emails()).not.toContain('jefa@empresa.local');
    expect((await importCsv(app.elena, text, { currentPassword: PASSWORD })).status).toBe(201);
    const jefa = (await usersOf(app.elena)).find(({ email }) => email === 'jefa@empresa.local');
    expect(jefa).toMatchObject({ role: 'ADMIN', offices: ['Madrid'] });
    expect(await participantsOf('Ventas')).toContain('jefa@empresa.local');
    expect(await participantsOf('GENERAL')).not.toContain('jefa@empresa.local');
  });

  test('is on record: the import, each person, their groups, and their invitations', async () => {
    await importCsv(app.elena, csv('Irene;Gil;irene', 'Julia;Gil;julia'), { invite: '1' });
    const [imported] = await auditEvents(app.elena, { action: 'USERS_IMPORTED' });
    expect(imported).toMatchObject({ actorEmail: app.elena.email, detail: '2', targetEmail: null });
    const irene = (await usersOf(app.elena)).find(({ email }) => email === 'irene@empresa.local');
    const lines = await auditEvents(app.elena, { userId: irene?.uuid ?? '' });
    expect(lines.map(({ action, groupName }) => [action, groupName])).toEqual([
      ['INVITATION_CREATED', null],
      ['PARTICIPANT_ADDED', 'GENERAL'],
      ['USER_CREATED', null],
    ]);
  });

  test('tells its session alone how far it is, up to all', async () => {
    const other = await app.signIn(app.elena.email);
    const [mine, others, members] = [
      await app.elena.connect(),
      await other.connect(),
      await ana.connect(),
    ];
    await importCsv(app.elena, csv('Karim;Gil;karim'));
    expect(await mine.waitFor('import:progress')).toMatchObject({ total: 1 });
    await Promise.all([mine, others, members].map((live) => live.fence()));
    expect(mine.all('import:progress').at(-1)).toEqual({ done: 1, total: 1 });
    expect(others.all('import:progress')).toEqual([]);
    expect(members.all('import:progress')).toEqual([]);
  });

  test('while another one runs is 409', async () => {
    const replies = await Promise.all(
      ['lia', 'max', 'noa'].map((name) => importCsv(app.elena, csv(`Uno;Gil;${name}`))),
    );
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(201);
    expect(statuses.at(-1)).toBe(409);
    expect((await importCsv(app.elena, csv('Uno;Gil;olga'))).status).toBe(201);
  });
});
