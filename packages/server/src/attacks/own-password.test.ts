import { required } from '@chat/contract/checks';
import type { Route } from '@chat/contract/route';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { registerPerson } from '../../test/cast.ts';
import { type Client, PASSWORD, type Reply } from '../../test/client.ts';
import { accountOf, atProvider, signInAt } from '../../test/company/company-browser.ts';
import { type LyingProvider, startLyingProvider } from '../../test/company/lying-provider.ts';
import { csvForm } from '../../test/csv.ts';
import { findTables } from '../../test/database.ts';
import { stopClock, turnOnTwoSteps } from '../../test/two-steps.ts';
import { raw, sql } from '../db/database.ts';

const RATE = 3;
const WRONG = 'La contraseña actual no es correcta';
const AGAIN = 'Vuelve a entrar con Acme.';
const FIVE_MINUTES_MS = 300_000;

let app: TestApp;
let provider: LyingProvider;
let startClock: () => void;
beforeAll(async () => {
  provider = await startLyingProvider();
  const company = atProvider({ issuer: provider.issuer, ...provider.client });
  app = await startApp({ ...company, loginRate: RATE });
  startClock = stopClock();
});
afterAll(async () => {
  startClock();
  await app.close();
  await provider.stop();
});

let people = 0;
const newPerson = (role: 'ADMIN' | 'USER' = 'USER') =>
  registerPerson(app, `persona-${++people}`, { role });

interface Given {
  userId?: string;
  body?: Record<string, string | boolean>;
}

/** A call that takes the caller's own password: the route with its field, and what else it is given. */
interface Call {
  taker: `${string}.${string}`;
  of: string;
  prepare: (caller: Client) => Promise<Given>;
}

const another = async () => ({ userId: (await newPerson('ADMIN')).uuid });
const freshForm = () => ({
  firstName: 'Nombre',
  lastName: 'Prueba',
  email: `nueva-${++people}@empresa.local`,
});
const edit = async (of: Client, more: object = {}) => ({
  userId: of.uuid,
  body: { ...freshForm(), ...more },
});
const password = 'otra-clave';

async function withTwoSteps(person: Client): Promise<Given> {
  await turnOnTwoSteps(person);
  return { userId: person.uuid };
}

const calls: Call[] = [
  {
    taker: 'changeOwnPassword.currentPassword',
    of: 'the own one',
    prepare: async () => ({ body: { password } }),
  },
  {
    taker: 'setUserPassword.currentPassword',
    of: 'another administrator',
    prepare: async () => ({ ...(await another()), body: { password } }),
  },
  {
    taker: 'createUser.currentPassword',
    of: 'an administrator',
    prepare: async () => ({ body: { ...freshForm(), role: 'ADMIN', password } }),
  },
  {
    taker: 'createUser.currentPassword',
    of: 'an invited administrator',
    prepare: async () => ({ body: { ...freshForm(), role: 'ADMIN', invite: true } }),
  },
  {
    taker: 'updateUser.currentPassword',
    of: 'the e-mail of another administrator',
    prepare: async () => edit(await newPerson('ADMIN')),
  },
  {
    taker: 'updateUser.currentPassword',
    of: 'the own e-mail',
    prepare: (caller) => edit(caller),
  },
  {
    taker: 'updateUser.currentPassword',
    of: 'who supervises',
    prepare: async () => {
      const person = await newPerson('ADMIN');
      return edit(person, { email: person.email, supervisor: false });
    },
  },
  { taker: 'createInvitation.currentPassword', of: 'another administrator', prepare: another },
  {
    taker: 'importUsers.currentPassword',
    of: 'an administrator',
    prepare: async () => ({
      body: { csv: `nombre;apellido;correo;rol\nJefa;Gil;jefa-${++people};ADMIN` },
    }),
  },
  { taker: 'setUpTwoSteps.password', of: 'while one is on', prepare: withTwoSteps },
  { taker: 'removeOwnTwoSteps.password', of: 'the own one', prepare: withTwoSteps },
  {
    taker: 'removeTwoSteps.currentPassword',
    of: 'somebody else',
    prepare: async () => withTwoSteps(await newPerson()),
  },
  {
    taker: 'forgetCompanyAccount.currentPassword',
    of: 'somebody who is bound',
    prepare: async () => {
      const client = app.client();
      await signInAt(provider, client, accountOf((await newPerson()).email));
      return { userId: client.uuid };
    },
  },
];

// Passwords that are being chosen, not proven.
const CHOSEN = ['changeOwnPassword.password', 'createUser.password', 'setUserPassword.password'];

const objectsOf = (body: unknown): z.ZodObject[] =>
  body instanceof z.ZodDiscriminatedUnion ? body.options.flatMap(objectsOf) : [body].filter(isForm);
const isForm = (body: unknown): body is z.ZodObject => body instanceof z.ZodObject;

/** The fields of a route's body that are passwords by their names. */
const passwordsOf = ({ name, body }: Route): string[] =>
  objectsOf(body)
    .flatMap(({ shape }) => Object.keys(shape))
    .filter((field) => /password/i.test(field))
    .map((field) => `${name}.${field}`);

test('every route that takes the own password is tried below', () => {
  const found = app.app.routes.filter(({ access }) => access !== 'public').flatMap(passwordsOf);
  const takers = new Set(found.filter((field) => !CHOSEN.includes(field)));
  expect([...takers].sort()).toEqual([...new Set(calls.map(({ taker }) => taker))].sort());
});

/** Makes the call with this as the own password. */
function send(by: Client, taker: Call['taker'], given: Given, proof?: string): Promise<Reply> {
  const [name = '', field = ''] = taker.split('.');
  const route = required(
    app.app.routes.find((one) => one.name === name),
    'route',
  );
  const path = route.path.replace(':userId', given.userId ?? '');
  const shown = proof === undefined ? {} : { [field]: proof };
  const { csv, ...body } = given.body ?? {};
  const form = csv ? csvForm(String(csv), shown) : { ...body, ...shown };
  return by.request(route.method, path, form);
}

// The server's own work, and traces of sign-ins.
const ASIDE = /^(audit_.*|clock|processes|sessions|sign_in_.*|devices|device_owners)$/;

/** All that a call could change. */
async function everything(): Promise<unknown> {
  const { db } = app.ctx;
  const tables = (await findTables(db)).filter((table) => !ASIDE.test(table));
  const rows = tables.map((table) =>
    db.many(sql`select t::text as row from ${raw(table)} t order by 1`),
  );
  return Promise.all(rows);
}

const refusedBy = ({ status, errors }: Reply) => ({ status, errors });

describe.each(calls)('$taker ($of)', ({ taker, prepare }) => {
  const [, field = ''] = taker.split('.');

  test('a wrong password is 422 and changes nothing; guesses are limited as at the sign-in', async () => {
    const caller = await newPerson('ADMIN');
    const given = await prepare(caller);
    const before = await everything();
    const missing = await send(caller, taker, given);
    expect([missing.status, Object.keys(missing.errors)]).toEqual([422, [field]]);
    for (let guess = 0; guess < RATE; guess++) {
      const reply = await send(caller, taker, given, `adivinada-${guess}`);
      expect(refusedBy(reply)).toEqual({ status: 422, errors: { [field]: [WRONG] } });
    }
    const late = await send(caller, taker, given, PASSWORD);
    expect(late.status).toBe(429);
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await caller.login(caller.email)).status).toBe(429);
    expect(await everything()).toEqual(before);
  });

  test('the right one is taken, and a missing one is no guess', async () => {
    const caller = await newPerson('ADMIN');
    const given = await prepare(caller);
    const before = await everything();
    for (let times = 0; times <= RATE; times++) await send(caller, taker, given);
    const reply = await send(caller, taker, given, PASSWORD);
    expect([200, 201]).toContain(reply.status);
    expect(await everything()).not.toEqual(before);
  });

  test('who has no password came in by the company at most 5 minutes ago', async () => {
    const caller = await withoutPassword();
    const given = await prepare(caller);
    await beginSessionAt(caller, Date.now() - FIVE_MINUTES_MS - 1);
    const before = await everything();
    for (const proof of [undefined, PASSWORD]) {
      const reply = await send(caller, taker, given, proof);
      expect(refusedBy(reply)).toEqual({ status: 422, errors: { [field]: [AGAIN] } });
      expect(reply.message).toBe(AGAIN);
    }
    expect(await everything()).toEqual(before);
    await beginSessionAt(caller, Date.now() - FIVE_MINUTES_MS);
    expect([200, 201]).toContain((await send(caller, taker, given)).status);
    expect(await everything()).not.toEqual(before);
  });
});

/** An administrator whom their company alone signs in. */
async function withoutPassword(): Promise<Client> {
  const { email } = await newPerson('ADMIN');
  await app.ctx.db.run(sql`update users set password_hash = null where email = ${email}`);
  const client = app.client();
  await signInAt(provider, client, accountOf(email));
  return client;
}

const beginSessionAt = ({ user }: Client, time: number) =>
  app.ctx.db.run(sql`
    update sessions set created_at = ${new Date(time)} where user_id = ${user.id}`);
