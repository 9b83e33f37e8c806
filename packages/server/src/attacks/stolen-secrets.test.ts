import { logout, removeOwnTwoSteps, setUpTwoSteps } from '@chat/contract/auth';
import { getPersonalChat } from '@chat/contract/chats';
import { required } from '@chat/contract/checks';
import { getCurrentUser, listUsers } from '@chat/contract/users';
import { hash } from '@node-rs/argon2';
import { Secret } from 'otpauth';
import { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { type Cast, gatherCast, registerPerson, sendText } from '../../test/cast.ts';
import { type Client, PASSWORD } from '../../test/client.ts';
import { fetchFile, newestOf, sendFile } from '../../test/files.ts';
import { invite } from '../../test/invitations.ts';
import { PASSWORD_COST as quick } from '../../test/password-cost.ts';
import { codeOf, loginWith, type SecondStep, turnOnTwoSteps } from '../../test/two-steps.ts';
import { createLog } from '../config/log.ts';
import { sql } from '../db/database.ts';
import { openSecret } from '../security/installation-key.ts';
import { PASSWORD_COST } from '../security/password-cost.ts';

const logged: string[] = [];

let app: TestApp;
let cast: Cast;
/** The cookie of Ana's browser. */
let cookie: string;
/** A person with a second step. */
let olga: Client;
let step: SecondStep;
/** The token of an invitation that nobody has used. */
let invited: string;
beforeAll(async () => {
  const log = createLog('trace', { write: (line) => void logged.push(line) });
  app = await startApp({}, { log });
  cast = await gatherCast(app);
  const reply = await cast.ana.login(cast.ana.email);
  cast.ana.token = reply.content.accessToken;
  olga = await registerPerson(app, 'olga');
  step = await turnOnTwoSteps(olga);
  invited = await invite(app.elena, cast.diego.uuid);
  cookie = required(reply.headers.get('set-cookie')?.split(/[=;]/)[1], 'match');
});
afterAll(() => app.close());

/** Every row of every table, as a thief with a copy of the database reads it. */
async function wholeDatabase(): Promise<string> {
  const tables = await app.ctx.db.many<{ name: string }>(sql`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`);
  const contents = await Promise.all(
    tables.map(({ name }) => app.ctx.db.many(sql`select t::text from ${raw(name)} t`)),
  );
  return JSON.stringify(contents);
}

describe('a copy of the database', () => {
  test('holds no token, cookie, device or password that would open anything', async () => {
    const stolen = await wholeDatabase();
    expect(stolen).toContain(cast.ana.email);
    for (const secret of [cast.ana.token, cookie, cast.ana.deviceId, PASSWORD, invited]) {
      expect(stolen).not.toContain(secret);
      expect(stolen).not.toContain(Buffer.from(secret ?? '').toString('hex'));
    }
  });

  test('gives no secret of an authenticator and no recovery code, in whatever form', async () => {
    const pending = await cast.bruno.call(setUpTwoSteps, { body: {} });
    const stolen = await wholeDatabase();
    for (const secret of [step.secret, pending.content.secret]) {
      const bytes = Buffer.from(Secret.fromBase32(secret).bytes);
      for (const form of [secret, bytes.toString('hex'), bytes.toString('base64')])
        expect(stolen).not.toContain(form);
    }
    for (const code of step.recoveryCodes) {
      const plain = code.replaceAll('-', '');
      for (const form of [code, plain, Buffer.from(plain).toString('hex')])
        expect(stolen).not.toContain(form);
    }
    expect(stolen).not.toContain(app.ctx.config.auditKey);
  });

  test('holds secrets that are of their person alone: another’s row gives nothing', async () => {
    const { email, user } = olga;
    const { db } = app.ctx;
    const { diego } = cast;
    const theirs = await turnOnTwoSteps(diego);
    const { secret } = await db.one<{ secret: Buffer }>(
      sql`select secret from two_steps where user_id = ${user.id}`,
    );
    const put = (value: Buffer) =>
      db.run(sql`update two_steps set secret = ${value}, last_step = 0 where user_id = ${user.id}`);
    const row = await db.one<{ secret: Buffer }>(
      sql`select secret from two_steps where user_id = ${diego.user.id}`,
    );
    await put(row.secret);
    expect((await loginWith(app.client(), email, codeOf(theirs.secret))).status).toBe(401);
    await put(secret);
    expect((await loginWith(app.client(), email, codeOf(step.secret))).status).toBe(200);
    await diego.call(removeOwnTwoSteps, { body: { password: PASSWORD } });
  });

  test('holds secrets under a key of their own purpose, which opens those of earlier versions, too', async () => {
    const { db, installationKey } = app.ctx;
    const row = await db.one<{ secret: Buffer }>(
      sql`select secret from two_steps where user_id = ${olga.user.id}`,
    );
    const openBy = (purpose: string) =>
      openSecret(installationKey.derive(purpose), `user ${olga.user.id}`, row.secret);
    const bytes = Buffer.from(Secret.fromBase32(step.secret).bytes);
    expect(openBy('secrets of authenticators')).toEqual(bytes);
    for (const purpose of ['audit chain', 'known settings', 'check of the key'])
      expect(openBy(purpose)).toBeUndefined();
  });

  test('and what it does hold is taken nowhere', async () => {
    const rows = await app.ctx.db.many<{ stored: Buffer }>(sql`
      select token_hash as stored from sessions
      union all select file_key_hash from sessions
      union all select identifier_hash from devices`);
    expect(rows.length).toBeGreaterThan(3);
    for (const { stored } of rows) {
      for (const form of ['hex', 'base64', 'base64url', 'latin1'] as const) {
        const thief = app.client();
        thief.token = encodeURIComponent(stored.toString(form));
        expect((await thief.call(getCurrentUser, {})).status).toBe(401);
        const anybody = { url: app.url, token: undefined };
        const headers = { cookie: `chat_files=${thief.token}` };
        expect((await fetchFile(anybody, '/api/files/x', headers)).status).toBe(401);
      }
    }
  });

  test('gives passwords as Argon2id of at least 19 MiB and 2 passes', async () => {
    expect(PASSWORD_COST).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    const users = await app.ctx.db.many<{ passwordHash: string }>(
      sql`select password_hash from users`,
    );
    for (const { passwordHash } of users) {
      const [, kind, , parameters] = passwordHash.split('$');
      const [memory, passes] = (parameters ?? '').match(/\d+/g)?.map(Number) ?? [];
      expect([kind, memory, passes]).toEqual(['argon2id', quick.memoryCost, quick.timeCost]);
    }
  });
});

async function storeWeakly({ uuid }: Client): Promise<string> {
  const weak = await hash(PASSWORD, { ...quick, memoryCost: quick.memoryCost / 2 });
  await app.ctx.db.run(sql`update users set password_hash = ${weak} where uuid = ${uuid}`);
  return weak;
}

test('a password stored at a lower cost is stored at today’s when its owner signs in, and at no other time', async () => {
  const { uuid, email } = cast.carla;
  const weak = await storeWeakly(cast.carla);
  const stored = async () => {
    const row = await app.ctx.db.one<{ passwordHash: string }>(
      sql`select password_hash from users where uuid = ${uuid}`,
    );
    return row.passwordHash;
  };
  expect((await app.client().login(email, 'otra-clave')).status).toBe(401);
  expect(await stored()).toBe(weak);
  expect((await cast.carla.call(getCurrentUser, {})).status).toBe(200);
  const again = await app.signIn(email);
  expect((await again.call(getCurrentUser, {})).status).toBe(200);
  const refreshed = await stored();
  expect(refreshed).toContain(`$m=${quick.memoryCost},t=${quick.timeCost},p=1$`);
  await app.signIn(email);
  expect(await stored()).toBe(refreshed);
});

test('a password stored at a lower cost lets its owner in by several sign-ins at once', async () => {
  await storeWeakly(cast.carla);
  const clients = Array.from({ length: 8 }, () => app.client());
  const replies = await Promise.all(clients.map((client) => client.login(cast.carla.email)));
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
});

describe('what was overheard', () => {
  test('a token counts in the header alone: not in an address, a body or a cookie', async () => {
    const { token } = cast.elena;
    const headers = { cookie: `token=${token}; accessToken=${token}; chat_files=${token}` };
    const path = `/users?token=${token}&accessToken=${token}&access_token=${token}`;
    const reply = await app.client().request('GET', path, undefined, headers);
    expect(reply.status).toBe(401);
    const body = { accessToken: token, name: 'Proyecto Ajeno' };
    expect((await app.client().request('POST', '/projects', body)).status).toBe(401);
  });

  test('a fingerprint alone is another device: it waits, whoever knows the password', async () => {
    Object.assign(app.ctx.config, { deviceApproval: 'users' });
    const { email, deviceId } = cast.ana;
    const signInFrom = async (device: string) => {
      const body = { email, password: PASSWORD, deviceId: device };
      return (await app.client().request('POST', '/auth/login', body)).status;
    };
    expect(await signInFrom(deviceId)).toBe(200);
    const replays = [deviceId.slice(0, -1), `${deviceId}0`, deviceId.toUpperCase()];
    for (const replay of replays) expect([replay, await signInFrom(replay)]).toEqual([replay, 403]);
    Object.assign(app.ctx.config, { deviceApproval: 'off' });
  });
});

test('a personal chat is nobody else’s: no route and no socket gives an administrator a word of it', async () => {
  const { content: chat } = await cast.ana.call(getPersonalChat, {});
  const live = await cast.elena.connect();
  expect((await live.emit('watch', { chatId: chat.uuid })).ok).toBe(false);
  await sendText(cast.ana, chat.uuid, 'palabra-reservada');
  await sendFile(cast.ana, chat.uuid, { bytes: 'x', fileName: 'palabra-reservada.txt' });
  const { mediaUrl } = (await newestOf(cast.ana, chat.uuid)) ?? {};
  const ids = [chat.uuid, cast.ana.uuid, required(String(mediaUrl).split('/').at(-1), 'file id')];
  for (const route of app.app.routes.filter(({ method }) => method === 'GET')) {
    for (const id of ids) {
      const path = route.path.replace(/:\w+/g, id);
      const answer = await fetch(`${app.url}/api${path}`, {
        headers: { authorization: `Bearer ${cast.elena.token}` },
      });
      expect([route.name, await answer.text()]).not.toEqual([
        route.name,
        expect.stringContaining('palabra-reservada'),
      ]);
    }
  }
  await live.fence();
  expect(JSON.stringify(live.received)).not.toContain('palabra-reservada');
  live.close();
});

test('the log of a busy day, at its most talkative, holds no word, password, token, cookie or device', async () => {
  const content = 'frase-confidencial';
  const live = await cast.bruno.connect();
  await sendText(cast.ana, cast.ventasChat, content);
  await sendFile(cast.ana, cast.ventasChat, {
    bytes: content,
    fileName: `${content}.txt`,
    content,
  });
  await app.client().login(cast.ana.email, `${PASSWORD}-mal`);
  const guessed = 'ADIV-INAD-A000-0000';
  await loginWith(app.client(), olga.email, guessed);
  await cast.elena.request('GET', `/users/search?email=${content}`);
  await cast.ana.request('POST', '/auth/login', `{"password":"${PASSWORD}`, {
    'content-type': 'application/json',
  });
  await live.emit('typing', { chatId: content });
  // An internal error makes the log say most.
  const { db, presence } = app.ctx;
  const refusedRow = sql`
    insert into messages (uuid, chat_id, seq, sender_id, type, content)
    values (gen_random_uuid(), 1, null, 1, 'TEXT', ${content})`;
  await expect(db.run(refusedRow)).rejects.toHaveProperty(
    'detail',
    expect.stringContaining(content),
  );
  const { loggedOut } = presence;
  presence.loggedOut = async () => void (await db.run(refusedRow));
  const leaving = await app.signIn(cast.ana.email);
  const failed = await leaving.call(logout, {});
  expect(failed.status).toBe(500);
  presence.loggedOut = loggedOut;
  expect((await cast.diego.call(listUsers, {})).status).toBe(403);
  live.close();

  const everything = logged.join('');
  expect(everything).toContain('request failed');
  expect(everything).toContain(`"reqId":"${failed.headers.get('x-request-id')}"`);
  const tokens = [cast.ana, cast.bruno, cast.elena, leaving].map(({ token }) => token ?? '');
  const devices = [cast.ana, leaving].map(({ deviceId }) => deviceId);
  const steps = [step.secret, ...step.recoveryCodes, guessed];
  for (const secret of [
    content,
    'palabra-reservada',
    PASSWORD,
    cookie,
    ...tokens,
    ...devices,
    ...steps,
  ]) {
    expect(secret).not.toBe('');
    expect(everything).not.toContain(secret);
  }
});
