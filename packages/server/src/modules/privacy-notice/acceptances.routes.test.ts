import { eraseUser } from '@chat/contract/holds';
import {
  acceptNotice,
  exportNoticeAcceptances,
  listNoticeAcceptances,
  listNoticeVersions,
  publishNotice,
  withdrawNotice,
} from '@chat/contract/privacy-notice';
import { blockUser, deleteUser } from '@chat/contract/users';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { registerPerson } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';

let app: TestApp;
let ana: Client;
let bruno: Client;
beforeEach(async () => {
  app = await startApp();
  ana = await registerPerson(app, 'ana');
  bruno = await registerPerson(app, 'bruno');
});
afterEach(() => app.close());

const publish = (text: string, by = app.elena) => by.call(publishNotice, { body: { text } });
const accept = (person: Client, version: number) =>
  person.call(acceptNotice, { body: { version } });
const acceptances = async (query: { pending?: '1'; page?: string; size?: string } = {}) =>
  (await app.elena.call(listNoticeAcceptances, { query })).content;

describe('the list of confirmations', () => {
  test('names who confirmed which version when, newest first', async () => {
    await publish('Uno');
    await accept(ana, 1);
    await accept(app.elena, 1);
    expect(await acceptances()).toEqual(
      [app.elena, ana].map(({ uuid, email }) => ({
        userId: uuid,
        email,
        version: 1,
        at: expect.any(String),
      })),
    );
    expect(await acceptances({ page: '2', size: '1' })).toMatchObject([{ userId: ana.uuid }]);
  });

  test('names who has yet to confirm the one in force, and no deleted person', async () => {
    await publish('Uno');
    await accept(app.elena, 1);
    const gone = await registerPerson(app, 'carla');
    await app.elena.call(deleteUser, { params: { userId: gone.uuid } });
    expect(await acceptances({ pending: '1' })).toEqual(
      [ana, bruno].map(({ uuid, email }) => ({ userId: uuid, email, version: 1, at: null })),
    );
  });

  test('names as yet to confirm who confirmed an older one alone, and who is blocked', async () => {
    await publish('Uno');
    await accept(ana, 1);
    await accept(app.elena, 1);
    await app.elena.call(blockUser, { params: { userId: bruno.uuid } });
    await publish('Dos');
    await accept(app.elena, 2);
    expect(await acceptances({ pending: '1' })).toMatchObject([
      { userId: ana.uuid, version: 2, at: null },
      { userId: bruno.uuid, version: 2, at: null },
    ]);
    expect((await acceptances()).map(({ userId, version }) => [userId, version])).toEqual([
      [app.elena.uuid, 2],
      [app.elena.uuid, 1],
      [ana.uuid, 1],
    ]);
    await app.elena.call(withdrawNotice, {});
    expect(await acceptances({ pending: '1' })).toEqual([]);
  });

  test('names an erased person no more, nor does the version that they published', async () => {
    const jefa = await registerPerson(app, 'jefa', { role: 'ADMIN' });
    await publish('Uno', jefa);
    for (const person of [jefa, app.elena]) await accept(person, 1);
    const params = { userId: jefa.uuid };
    await app.elena.call(deleteUser, { params });
    await app.elena.call(eraseUser, { params, body: { email: jefa.email, messages: false } });
    const erased = 'Usuario eliminado';
    expect(await acceptances()).toContainEqual({
      userId: jefa.uuid,
      email: erased,
      version: 1,
      at: expect.any(String),
    });
    const csv = String((await app.elena.call(exportNoticeAcceptances, { query: {} })).content);
    expect([csv.includes(`${erased};1;`), csv.includes(jefa.email)]).toEqual([true, false]);
    expect((await app.elena.call(listNoticeVersions, {})).content.versions).toMatchObject([
      { publishedBy: erased },
    ]);
  });

  test('comes as a CSV too, of those who have yet to confirm as well', async () => {
    await publish('Uno');
    for (const person of [ana, app.elena]) await accept(person, 1);
    const rows = async (query: Record<string, string>) => {
      const reply = await app.elena.call(exportNoticeAcceptances, { query });
      expect(reply.headers.get('content-disposition')).toMatch(/^attachment/);
      const [header, ...lines] = String(reply.content).split('\r\n');
      expect([header, lines.pop()]).toEqual(['correo;versión;confirmado', '']);
      return lines;
    };
    const [first, second, ...more] = await rows({});
    expect(first).toMatch(new RegExp(`^${app.elena.email};1;20`));
    expect(second).toMatch(new RegExp(`^${ana.email};1;20`));
    expect(more).toEqual([]);
    expect(await rows({ pending: '1' })).toEqual([`${bruno.email};1;`]);
  });

  test('keeps deleted people, who were told', async () => {
    await publish('Uno');
    for (const person of [ana, app.elena]) await accept(person, 1);
    await app.elena.call(deleteUser, { params: { userId: ana.uuid } });
    expect((await acceptances()).map(({ email }) => email)).toContain(ana.email);
  });
});
