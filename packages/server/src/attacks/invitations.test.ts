import { request } from 'node:http';
import { type Imported, type Invitation, importUsers } from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { personForm, registerPerson } from '../../test/cast.ts';
import type { Client } from '../../test/client.ts';
import { csvForm, manyPeople } from '../../test/csv.ts';
import { accept, invite } from '../../test/invitations.ts';
import { createLog } from '../config/log.ts';

const RATE = 3;
const logged: string[] = [];

let app: TestApp;
let ana: Client;
beforeAll(async () => {
  const log = createLog('trace', { write: (line) => void logged.push(line) });
  const trustProxy = true;
  app = await startApp(
    { publicUrl: 'https://chat.example.com', loginRate: RATE, trustProxy },
    { log },
  );
  ana = await registerPerson(app, 'ana');
});
afterAll(() => app.close());

/** Posts with headers of one's own choice, which `fetch` would not send. */
async function postWith<Content>(
  path: string,
  body: string | FormData,
  headers: Record<string, string>,
): Promise<Content> {
  const sent = new Response(body);
  const type = body instanceof FormData ? sent.headers.get('content-type') : 'application/json';
  const own = { authorization: `Bearer ${app.elena.token}`, 'content-type': type ?? '' };
  const bytes = Buffer.from(await sent.arrayBuffer());
  const options = { method: 'POST', headers: { ...own, ...headers } };
  return new Promise((resolve, reject) => {
    const calling = request(`${app.url}/api${path}`, options, (response) => {
      let text = '';
      response.on('data', (piece) => {
        text += piece;
      });
      response.on('end', () => resolve(JSON.parse(text).content));
    });
    calling.on('error', reject);
    calling.end(bytes);
  });
}

const invitedForm = (email: string) => {
  const { password, ...form } = personForm(email);
  return JSON.stringify({ ...form, invite: true });
};

let people = 0;
/** The links that each way to invite gives. */
async function linksWith(headers: Record<string, string>): Promise<string[]> {
  people++;
  const again = await postWith<Invitation>(`/users/${ana.uuid}/invitation`, '{}', headers);
  const form = invitedForm(`nueva-${people}`);
  const { invitation } = await postWith<{ invitation: Invitation }>('/users', form, headers);
  const csv = csvForm(manyPeople(1).replace('persona', `fila-${people}`), { invite: '1' });
  const { invitations } = await postWith<Imported>(importUsers.path, csv, headers);
  return [again, invitation, ...invitations].map(({ url }) => url);
}

const lies: Record<string, string>[] = [
  { host: 'evil.example' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
  { forwarded: 'host=evil.example', origin: 'https://evil.example' },
];

test.each(lies)('the link leads to PUBLIC_URL, whatever the headers %j say', async (headers) => {
  const links = await linksWith(headers);
  expect(links).toHaveLength(3);
  for (const link of links) {
    expect(link).toMatch(/^https:\/\/chat\.example\.com\/invitation#[\w-]{43}$/);
  }
});

test('the token stands in no line of the log, however it is used', async () => {
  const token = await invite(app.elena, ana.uuid);
  await app.client().request('POST', '/auth/invitation', { token, password: 'mal' });
  await accept(app.client(), token);
  await accept(app.client(), token);
  const tokens = (await linksWith({})).map((link) => new URL(link).hash.slice(1));
  expect(logged.length).toBeGreaterThan(0);
  for (const one of [token, ...tokens]) expect(logged.join('\n')).not.toContain(one);
});

test('the page of an invitation sends no Referer to anywhere', async () => {
  const reply = await fetch(`${app.url}/invitation`);
  expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
});

describe('guessing', () => {
  const from = (address: string) => {
    const client = app.client();
    client.headers['x-forwarded-for'] = address;
    return client;
  };

  test('is limited by address: then a right token is 429 too, and elsewhere it goes on', async () => {
    const token = await invite(app.elena, ana.uuid);
    for (let n = 0; n < RATE; n++) {
      expect((await accept(from('192.0.2.1'), `adivinada-${n}`)).status).toBe(404);
    }
    const late = await accept(from('192.0.2.1'), token);
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await accept(from('192.0.2.2'), token)).status).toBe(200);
  });

  test('by an IPv6 network is limited as one address', async () => {
    const statuses: number[] = [];
    for (let n = 0; n <= RATE; n++) {
      statuses.push((await accept(from(`2001:db8::${n + 1}`), `adivinada-${n}`)).status);
    }
    expect(statuses).toEqual([...Array(RATE).fill(404), 429]);
  });
});
