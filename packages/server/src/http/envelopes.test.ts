import type { Route } from '@chat/contract/route';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { expectWrongPages, NOBODY } from '../../test/wrong-values.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const JSON_TYPE = { 'content-type': 'application/json' };
const login = (body: string, headers: Record<string, string> = JSON_TYPE) =>
  app.client().request('POST', '/auth/login', body, headers);

test('a success carries content, statusCode, message and pagination', async () => {
  const reply = await app.elena.request('GET', '/users');
  expect(reply).toMatchObject({ statusCode: 200, message: expect.any(String), pagination: null });
});

test('a page of a list says which, how large and how many there are', async () => {
  const reply = await app.elena.request('GET', '/users?page=2&size=1');
  expect(reply.pagination).toEqual({ page: 2, size: 1, totalElements: 1, totalPages: 1 });
  expect(reply.content).toEqual([]);
});

test('creating is 201, in the envelope too', async () => {
  const reply = await app.elena.request('POST', '/projects', { name: 'Proyecto Sur' });
  expect(reply).toMatchObject({ status: 201, statusCode: 201 });
});

test.each([
  ['text', '{"email":'],
  ['a lone brace', '{'],
  ['half a character', '{"email":"\\ud8"}'],
  ['nothing but a word', 'hola'],
])('a body that cannot be parsed is 400: %s', async (_, body) => {
  const reply = await login(body);
  expect(reply).toMatchObject({ status: 400, statusCode: 400, errors: {} });
  expect(reply.message).toBe('La petición no se puede leer');
});

test.each([
  ['a list', '[]'],
  ['a text', '"hola"'],
  ['a number', '7'],
  ['null', 'null'],
  ['nothing', ''],
])('a body that is %s where an object is due is 422', async (_, body) => {
  const reply = await login(body);
  expect(reply).toMatchObject({ status: 422, statusCode: 422 });
  expect(Object.keys(reply.errors)).not.toEqual([]);
});

test('a wrong field is 422 with the texts of that field', async () => {
  const reply = await app.elena.request('POST', '/projects', { name: 'abc' });
  const text = 'El nombre debe tener al menos 4 caracteres';
  expect(reply).toMatchObject({ status: 422, statusCode: 422, message: text });
  expect(reply.errors).toEqual({ name: [text] });
});

test('without a session it is 401, without the right 403, for what is absent 404', async () => {
  const anonymous = await app.client().request('GET', '/users');
  expect(anonymous).toMatchObject({ status: 401, statusCode: 401, errors: {} });
  const absent = await app.elena.request('GET', `/chats/${NOBODY}`);
  expect(absent).toMatchObject({ status: 404, statusCode: 404, errors: {} });
});

test.each(['Bearer', 'Bearer ', 'Basic abc', 'Bearer nobody', 'Bearer \u00e9'])(
  'an Authorization header of %j opens nothing',
  async (authorization) => {
    const reply = await app.client().request('GET', '/users', undefined, { authorization });
    expect(reply.status).toBe(401);
  },
);

test('a JSON body of 10 MB is 413', async () => {
  // A stranger may send even less (http/bodies.ts).
  const body = JSON.stringify({ name: 'x'.repeat(10 * 2 ** 20) });
  const reply = await app.elena.request('POST', '/projects', body, JSON_TYPE);
  expect(reply).toMatchObject({ status: 413, statusCode: 413 });
});

test.each([
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'nonsense',
])('a body of the kind %s is 415', async (kind) => {
  const reply = await login('email=a', { 'content-type': kind });
  expect(reply).toMatchObject({ status: 415, statusCode: 415 });
});

test('unknown API paths and methods are 404 envelopes', async () => {
  for (const [method, path] of [
    ['GET', '/nowhere'],
    ['GET', ''],
    ['POST', '/nowhere'],
    ['PATCH', '/users'],
    ['DELETE', '/config'],
    ['OPTIONS', '/users'],
    ['GET', '/users/../nowhere'],
  ] as const) {
    const reply = await app.elena.request(method, path);
    expect([method, path, reply.status]).toEqual([method, path, 404]);
    expect(reply).toMatchObject({ statusCode: 404, errors: {} });
  }
});

test.each([
  ['text/plain', 'a'],
  ['application/x-www-form-urlencoded', 'a=b'],
  ['application/json', '{'],
  ['application/json', JSON.stringify('x'.repeat(2 ** 20))],
])('an unknown address is 404 whatever its body is: %s', async (type, body) => {
  for (const [method, path] of [
    ['POST', '/nowhere'],
    ['PUT', '/auth/login'],
  ] as const) {
    const reply = await app.elena.request(method, path, body, { 'content-type': type });
    expect(reply).toMatchObject({ status: 404, statusCode: 404, errors: {} });
  }
});

test.each(['1', 'no-es-un-uuid', '%', '%E0%A4%A', '%00', 'x'.repeat(5000), '..%2f..%2fusers'])(
  'an id in a path that is no uuid is 404: %s',
  async (id) => {
    const reply = await app.elena.request('GET', `/chats/${id}`);
    expect(reply).toMatchObject({ status: 404, statusCode: 404 });
  },
);

test('a uuid in capitals names the same thing', async () => {
  const { uuid } = app.elena;
  const reply = await app.elena.request('GET', `/users/${uuid.toUpperCase()}/group-permissions`);
  expect(reply.status).toBe(200);
});

test('__proto__ and constructor in a body change nothing', async () => {
  const body =
    '{"name":"Proyecto Raro","__proto__":{"isAdmin":true},"constructor":{"prototype":1}}';
  const reply = await app.elena.request('POST', '/projects', body, JSON_TYPE);
  expect(reply.status).toBe(201);
  expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
});

test('an empty JSON body is no body where none is needed', async () => {
  const reply = await app.elena.request('POST', '/chats/me', '', JSON_TYPE);
  expect(reply.status).toBe(201);
});

test('unknown fields of a body are ignored', async () => {
  const reply = await app.elena.request('POST', '/projects', { name: 'Proyecto Este', uuid: '1' });
  expect(reply.status).toBe(201);
});

test('every answer carries the id of its request, and the API is never cached', async () => {
  const [one, other] = [await login('{'), await app.client().request('GET', '/config')];
  expect(one.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(other.headers.get('x-request-id')).not.toBe(one.headers.get('x-request-id'));
  expect(other.headers.get('cache-control')).toBe('no-store');
});

test('what fails inside is a 500 with its request id and none of its internals', async () => {
  app.app.ctx.presence.loggedOut = () => Promise.reject(new Error('secret internals'));
  const someone = await app.signIn(app.elena.email);
  const reply = await someone.request('POST', '/auth/logout');
  expect(reply).toMatchObject({ status: 500, statusCode: 500, errors: {} });
  expect(reply).toHaveProperty('requestId', reply.headers.get('x-request-id'));
  expect(JSON.stringify(reply)).not.toContain('secret');
});

const isList = ({ method, content }: Route) => method === 'GET' && content instanceof z.ZodArray;
// A search is gone through by `before`.
const searches = ['searchMessages', 'searchChats'];

test('every list refuses a page or size out of range, whatever it lists', async () => {
  const lists = app.app.routes.filter((route) => isList(route) && !searches.includes(route.name));
  expect(lists.length).toBeGreaterThan(20);
  await expectWrongPages(app.elena, lists);
});

test.each(['/users/me/sessions', '/scheduled', '/users/me/data-exports', '/admin/notices'])(
  'a short list too is read page by page: %s',
  async (path) => {
    const whole = await app.elena.request<unknown[]>('GET', path);
    const reply = await app.elena.request('GET', `${path}?page=2&size=1`);
    const totalElements = whole.content.length;
    expect(reply.content).toEqual(whole.content.slice(1, 2));
    expect(reply.pagination).toMatchObject({ page: 2, size: 1, totalElements });
  },
);
