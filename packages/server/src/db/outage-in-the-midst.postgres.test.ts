import { getHealth } from '@chat/contract/system';
import { confirmTwoSteps, getTwoSteps, setUpTwoSteps } from '@chat/contract/two-steps';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { registerPerson, registerUser, usersOf } from '../../test/cast.ts';
import type { Reply } from '../../test/client.ts';
import { type Cluster, startCluster } from '../../test/cluster.ts';
import { accountOf, atProvider, signInAt } from '../../test/company/company-browser.ts';
import { type LyingProvider, startLyingProvider } from '../../test/company/lying-provider.ts';
import { importCsv, manyPeople } from '../../test/csv.ts';
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
 * Calls with a database that goes just before it would commit the transaction whose statements have these words, and is
 * back afterwards.
 */
async function withoutCommit(words: string, call: () => Promise<Reply>): Promise<void> {
  const { transaction } = app.ctx.db;
  app.ctx.db.transaction = (work, settings) =>
    transaction(async (tx) => {
      let isMeant = false;
      const look = ({ text }: Sql) => {
        isMeant ||= text.includes(words);
      };
      const done = await work({
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
      if (isMeant) await cluster.crash();
      return done;
    }, settings);
  const { status, message } = await call();
  expect([status, message]).toEqual([
    503,
    'La base de datos no responde. Intenta nuevamente en unos segundos.',
  ]);
  app.ctx.db.transaction = transaction;
  await cluster.resume();
  expect((await app.client().request('GET', getHealth.path)).status).toBe(200);
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
