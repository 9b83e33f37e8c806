import { confirmTwoSteps, getTwoSteps, setUpTwoSteps } from '@chat/contract/auth';
import { getHealth } from '@chat/contract/system';
import { changeOwnPassword, getCurrentUser, setUserPassword } from '@chat/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { registerPerson, registerUser, usersOf } from '../../test/cast.ts';
import { type Client, PASSWORD, type Reply } from '../../test/client.ts';
import { type Cluster, startCluster } from '../../test/cluster.ts';
import { accountOf, atProvider, signInAt } from '../../test/company/company-browser.ts';
import { type LyingProvider, startLyingProvider } from '../../test/company/lying-provider.ts';
import { importCsv, manyPeople } from '../../test/csv.ts';
import { accept, invite } from '../../test/invitations.ts';
import { codeOf, loginWith } from '../../test/two-steps.ts';
import { type Sql, sql } from './database.ts';
import { openDatabase } from './open-database.ts';

const TIMEOUTS = { connectMs: 400, statementMs: 5_000, answerMs: 5_000 };

let cluster: Cluster;
let provider: LyingProvider;
let app: TestApp;
beforeAll(async () => {
  cluster = await startCluster();
  provider = await startLyingProvider();
  const { url: databaseUrl } = cluster;
  const db = await openDatabase({ databaseUrl, dataDir: '' }, () => {}, TIMEOUTS);
  const at = atProvider({ issuer: provider.issuer, ...provider.client });
  app = await startApp({ databaseUrl, ...at }, { database: { db, remove: () => db.close() } });
});
afterAll(async () => {
  await app.close();
  await provider.stop();
  await cluster.stop();
});

/**
 * Calls with a database that goes just before it would commit the transaction whose statements have these words, or
 * just after it, and is back afterwards.
 */
async function withOutage<Answer extends Reply>(
  when: 'before commit' | 'after commit',
  words: string,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const { transaction } = app.ctx.db;
  app.ctx.db.transaction = async (work, settings) => {
    let isMeant = false;
    const look = ({ text }: Sql) => {
      isMeant ||= text.includes(words);
    };
    const done = await transaction(async (tx) => {
      const found = await work({
        ...tx,
        many<Row>(query: Sql) {
          look(query);
          return tx.many<Row>(query);
        },
        run(query) {
          look(query);
          return tx.run(query);
        },
      });
      if (isMeant && when === 'before commit') await cluster.crash();
      return found;
    }, settings);
    if (isMeant) await cluster.crash();
    return done;
  };
  const answer = await call();
  app.ctx.db.transaction = transaction;
  await cluster.resume();
  expect((await app.client().request('GET', getHealth.path)).status).toBe(200);
  return answer;
}

async function withoutCommit(words: string, call: () => Promise<Reply>): Promise<void> {
  const { status, message } = await withOutage('before commit', words, call);
  expect([status, message]).toEqual([
    503,
    'La base de datos no responde. Intenta nuevamente en unos segundos.',
  ]);
}

test('an import whose database goes before its end has written nothing, and the next one works', async () => {
  const csv = manyPeople(1_500);
  const emails = async () => (await usersOf(app.elena)).map(({ email }) => email);
  const acts = () =>
    app.ctx.db.many(
      sql`select from audit_events where action in ('USER_CREATED', 'USERS_IMPORTED')`,
    );
  const before = [await emails(), await acts()];
  await withoutCommit('insert into users', () => importCsv(app.elena, csv, { invite: '1' }));
  expect([await emails(), await acts()]).toEqual(before);
  const next = await importCsv(app.elena, csv, { invite: '1' });
  expect([next.status, next.content.created]).toEqual([201, 1_500]);
});

test('a second step whose database goes before it is on is off, and the next try turns it on', async () => {
  const ana = await app.signIn(await registerUser(app, 'ana'));
  const { secret } = (await ana.call(setUpTwoSteps, { body: {} })).content;
  const confirm = () => ana.call(confirmTwoSteps, { body: { code: codeOf(secret) } });
  await withoutCommit('pending_secret', confirm);
  const { content } = await ana.call(getTwoSteps, {});
  expect(content).toEqual({ enabled: false, required: false, recoveryCodesLeft: 0 });
  expect((await ana.login(ana.email)).status).toBe(200);
  expect((await confirm()).status).toBe(200);
  expect((await loginWith(app.client(), ana.email, codeOf(secret, 1))).status).toBe(200);
});

test('a company sign-in whose database goes before its account is bound binds none, and the next one works', async () => {
  const { uuid, email } = await registerPerson(app, 'bruno');
  const signIn = () => signInAt(provider, app.client(), accountOf(email));
  await withoutCommit('company_accounts', signIn);
  expect(await app.ctx.db.many(sql`select from company_accounts`)).toEqual([]);
  const next = await signIn();
  expect([next.status, next.content.user.uuid]).toEqual([200, uuid]);
});

test('an invitation whose database goes before its password is set is good for the next try', async () => {
  const carla = await registerPerson(app, 'carla');
  const token = await invite(app.elena, carla.uuid);
  await withoutCommit('password_must_change', () => accept(app.client(), token));
  expect((await carla.call(getCurrentUser, {})).status).toBe(200);
  expect((await carla.login(carla.email)).status).toBe(200);
  expect((await accept(app.client(), token)).status).toBe(200);
});

interface Way {
  /** Words of a statement in its transaction. */
  words: string;
  call: (person: Client) => Promise<Reply>;
}

const endings: [string, Way][] = [
  [
    'an invitation',
    {
      words: 'password_must_change',
      call: async ({ uuid }) => accept(app.client(), await invite(app.elena, uuid)),
    },
  ],
  [
    'a password that an administrator sets',
    {
      words: 'password_must_change',
      call: ({ uuid: userId }) =>
        app.elena.call(setUserPassword, { params: { userId }, body: { password: 'otra-clave' } }),
    },
  ],
  [
    'a password of one’s own choice',
    {
      words: 'password_must_change',
      call: (person) =>
        person.call(changeOwnPassword, {
          body: { currentPassword: PASSWORD, password: 'otra-clave' },
        }),
    },
  ],
  [
    'a second step',
    {
      words: 'pending_secret',
      async call(person) {
        const { secret } = (await person.call(setUpTwoSteps, { body: {} })).content;
        return person.call(confirmTwoSteps, { body: { code: codeOf(secret) } });
      },
    },
  ],
];

let people = 0;
test.each(endings)(
  '%s whose database goes right after it has ended the other sessions',
  async (_, { words, call }) => {
    people++;
    const person = await registerPerson(app, `cambia-${people}`);
    const other = await app.signIn(person.email);
    await withOutage('after commit', words, () => call(person));
    expect((await other.call(getCurrentUser, {})).status).toBe(401);
  },
);
