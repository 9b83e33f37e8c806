import type { RequiredStep, Requirements } from '@chat/contract/session';
import type { Config } from '../src/config/env.ts';
import { sql } from '../src/db/database.ts';
import { startApp, type TestApp } from './build-app.ts';
import { registerPerson } from './cast.ts';
import type { Client } from './client.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export interface Restriction {
  required: RequiredStep;
  /** The field that says so. */
  field: Requirements;
  settings: Partial<Config>;
  /** Done while no server runs. */
  prepare: (database: TestDatabase) => Promise<unknown>;
  /** The routes that work meanwhile besides those that always do. */
  works: string[];
}

const NOTICE = 1;

/** As an administrator would. */
async function publishNotice({ db }: TestDatabase): Promise<void> {
  await db.run(sql`
    insert into notices (version, text, published_by)
    select ${NOTICE}, 'Aviso', min(id) from users`);
  await db.run(sql`insert into present_notice (version) values (${NOTICE})`);
}

export const restrictions: Restriction[] = [
  {
    required: 'PASSWORD',
    field: { mustChangePassword: true },
    settings: { firstPassword: 'change' },
    prepare: ({ db }) => db.run(sql`update users set password_must_change = true`),
    works: ['PUT /users/me/password'],
  },
  {
    required: 'TWO_STEPS',
    field: { mustSetUpTwoSteps: true },
    settings: { twoSteps: 'all' },
    prepare: async () => {},
    works: [
      'GET /users/me/totp',
      'POST /users/me/totp',
      'POST /users/me/totp/confirm',
      'DELETE /users/me/totp',
    ],
  },
  {
    required: 'NOTICE',
    field: { noticeRequired: NOTICE },
    settings: {},
    prepare: publishNotice,
    works: ['GET /notice', 'POST /users/me/notice'],
  },
];

/** All of these at once. */
export const allRestrictions: Pick<Restriction, 'field' | 'settings' | 'prepare'> = {
  field: Object.assign({}, ...restrictions.map(({ field }) => field)),
  settings: Object.assign({}, ...restrictions.map(({ settings }) => settings)),
  prepare: async (database) => {
    for (const { prepare } of restrictions) await prepare(database);
  },
};

/** A server all of whose sessions are restricted, one that began before the restriction among them. */
export async function startRestricted({
  settings,
  prepare,
}: Pick<Restriction, 'settings' | 'prepare'>): Promise<{ app: TestApp; running: Client }> {
  const database = await createTestDatabase();
  const before = await startApp({}, { database });
  const ana = await registerPerson(before, 'ana');
  const app = await before.restart(() => prepare(database), settings);
  const running = Object.assign(app.client(), { token: ana.token, user: ana.user });
  return { app, running };
}
