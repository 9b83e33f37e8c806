import { logout } from '@chat/contract/auth';
import { firstOf, required } from '@chat/contract/checks';
import { getCurrentUser } from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, gatherCast, registerPerson } from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { fetchFile, sentFile } from '../../../../test/files.ts';
import { NOBODY } from '../../../../test/wrong-values.ts';

let app: TestApp;
let cast: Cast;
/** The file of a message of Ana in the group chat. */
let mediaUrl: string;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  const sent = await sentFile(cast.ana, cast.ventasChat, { bytes: '0123456789' });
  mediaUrl = required(sent.mediaUrl, 'mediaUrl');
});
afterAll(() => app.close());

type Reader = Pick<Client, 'url' | 'token'>;
const statusFor = async (reader: Reader, url = mediaUrl, headers = {}) =>
  (await fetchFile(reader, url, headers)).status;

/** A participant of Ventas, with the cookie of their browser. */
async function newcomer(name: string): Promise<{ person: Client; cookie: string }> {
  const person = await registerPerson(app, name);
  const userIds = [person.uuid];
  await app.elena.request('POST', `/groups/${cast.ventas.uuid}/users`, { userIds });
  const reply = await person.login(person.email);
  person.token = reply.content.accessToken;
  return { person, cookie: firstOf(reply.headers.get('set-cookie')?.split(';')) };
}
const byCookie = (cookie: string) =>
  statusFor({ url: app.url, token: undefined }, mediaUrl, { cookie });

describe('who may read a file', () => {
  test('a file that is not there, and what is no uuid, are 404', async () => {
    for (const id of [NOBODY, 'no-uuid', '..%2f..%2fetc%2fpasswd']) {
      expect([id, await statusFor(cast.ana, `/api/files/${id}`)]).toEqual([id, 404]);
    }
  });

  test('a size that does not exist is 422', async () => {
    expect(await statusFor(cast.ana, `${mediaUrl}?size=huge`)).toBe(422);
  });
});

describe('the cookie of sign-in', () => {
  test('is for files alone and out of reach of scripts and other sites', async () => {
    const reply = await app.client().login('ana@empresa.local');
    const parts = reply.headers.get('set-cookie')?.split('; ') ?? [];
    expect(parts).toEqual(
      expect.arrayContaining(['HttpOnly', 'SameSite=Strict', 'Path=/api/files']),
    );
    expect(parts).not.toContain('Secure');
    const [, value] = firstOf(parts).split('=');
    expect(value).not.toContain(reply.content.accessToken);
    const thief = app.client();
    thief.token = value;
    expect((await thief.call(getCurrentUser, {})).status).toBe(401);
    expect(await statusFor(thief)).toBe(401);
  });

  test('counts for nothing beside a header, which decides', async () => {
    const { cookie } = await newcomer('jorge');
    for (const authorization of ['Bearer falso', 'Bearer ', 'Basic YTpi', 'x']) {
      const anybody = { url: app.url, token: undefined };
      const status = await statusFor(anybody, mediaUrl, { cookie, authorization });
      expect([authorization, status]).toEqual([authorization, 401]);
    }
    expect(await statusFor(cast.diego, mediaUrl, { cookie })).toBe(404);
    expect(await statusFor(cast.bruno, mediaUrl, { cookie: 'chat_files=falso' })).toBe(200);
  });

  test('is taken back at logout, and ends with its session whoever kept it', async () => {
    const { person, cookie } = await newcomer('karla');
    expect(await byCookie(cookie)).toBe(200);
    const reply = await person.call(logout, {});
    expect(reply.headers.get('set-cookie')).toMatch(/^chat_files=; Max-Age=0; Path=\/api\/files;/);
    expect(await byCookie(cookie)).toBe(401);
  });

  test('that names nothing is 401', async () => {
    for (const cookie of ['chat_files=', 'chat_files=falso', 'otra=1', ';;=']) {
      expect([cookie, await byCookie(cookie)]).toEqual([cookie, 401]);
    }
  });
});

test('the cookie is Secure where browsers call over https', async () => {
  const secure = await startApp({ publicUrl: 'https://chat.empresa.es' });
  const reply = await secure.client().login('elena@empresa.local');
  expect(reply.headers.get('set-cookie')).toContain('; Secure');
  await secure.close();
});
