import type { HTTPMethods } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startApp, type TestApp } from '../../test/build-app.ts';
import type { Client } from '../../test/client.ts';
import { NOBODY } from '../../test/wrong-values.ts';

const anything = z.record(z.string(), z.unknown());
const bodySchema = z.object({ schema: z.object({ properties: anything.optional() }) });
const operationSchema = z.object({
  operationId: z.string(),
  description: z.string(),
  requestBody: z.object({ content: z.record(z.string(), bodySchema) }).optional(),
});
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
});

interface Described {
  method: HTTPMethods;
  /** The path of the served description, with `:parameters`. */
  template: string;
  /** The path below `/api`, in which every parameter is the id of no object. */
  path: string;
  operation: z.infer<typeof operationSchema>;
}

let app: TestApp;
let described: Described[];

beforeAll(async () => {
  app = await startApp();
  const response = await describeTo(app.elena);
  const document = documentSchema.parse(await response.json());
  described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      template: path.replace(/\{(\w+)\}/g, ':$1'),
      path: path.replace(/^\/api/, '').replace(/\{\w+\}/g, NOBODY),
      operation,
    })),
  );
});
afterAll(() => app.close());

/** The API description for this caller. */
function describeTo({ token }: Pick<Client, 'token'>): Promise<Response> {
  const headers = new Headers(token === undefined ? {} : { authorization: `Bearer ${token}` });
  return fetch(`${app.url}/api/openapi.json`, { headers });
}

const isPublic = ({ operation }: Described) => operation.description === 'Access: public';

test('/api/openapi.json describes the routes that are served, each under a name of its own', () => {
  expect(described.length).toBeGreaterThan(40);
  for (const { method, template } of described) {
    expect([template, app.app.http.hasRoute({ method, url: template })]).toEqual([template, true]);
  }
  const names = described.map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
});

test('every route declares who may call it', () => {
  for (const { operation } of described) {
    expect(operation.description).toMatch(/^Access: (public|session|manager|admin)$/);
  }
});

test('only signing in, company sign-in, invitations, the configuration and the health are public', () => {
  const names = described.filter(isPublic).map(({ operation }) => operation.operationId);
  expect(names.sort()).toEqual([
    'acceptInvitation',
    'beginCompanySignIn',
    'finishCompanySignIn',
    'getConfig',
    'getHealth',
    'login',
  ]);
});

test('a call without a session of any other route is 401, whatever it carries', async () => {
  for (const route of described.filter((one) => !isPublic(one))) {
    const reply = await app.client().request(route.method, route.path);
    expect([route.operation.operationId, reply.status]).toEqual([route.operation.operationId, 401]);
  }
});

test('what may carry a file is described as JSON without one and as a form with one', () => {
  const bodiesOf = (name: string) =>
    described.find(({ operation }) => operation.operationId === name)?.operation.requestBody
      ?.content;
  for (const name of ['sendMessage', 'replyToMessage']) {
    const { 'application/json': json, 'multipart/form-data': form } = bodiesOf(name) ?? {};
    const { image, ...fields } = form?.schema.properties ?? {};
    expect([name, image]).toEqual([name, { type: 'string', format: 'binary' }]);
    expect([name, json?.schema.properties]).toEqual([name, fields]);
    expect(Object.keys(fields)).toEqual(
      expect.arrayContaining(['content', 'type', 'referenceId', 'mentionedUserIds', 'waveform']),
    );
    expect(JSON.stringify(fields.waveform)).toContain('up to 200 integers from 0 to 100');
  }
  expect(bodiesOf('reactToMessage')).not.toHaveProperty('multipart/form-data');
});

test('nobody without a session is told of the routes', async () => {
  for (const token of [undefined, 'de-nadie']) {
    const response = await describeTo({ token });
    expect(response.status).toBe(401);
    expect(await response.text()).not.toContain('sendMessage');
  }
  for (const path of ['json', 'yaml']) {
    expect((await fetch(`${app.url}/api/docs/${path}`)).status).toBe(404);
  }
});

test('/api/docs is a page to read it with, and describes nothing by itself', async () => {
  const page = await fetch(`${app.url}/api/docs`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toContain('text/html');
  const html = await page.text();
  const files = [...html.matchAll(/(?:src|href)="(\/api\/docs\/[^"]+)"/g)].map(([, path]) => path);
  expect(files).toHaveLength(5);
  for (const path of files) {
    const file = await fetch(`${app.url}${path}`);
    expect([path, file.status]).toEqual([path, 200]);
    expect(await file.text()).not.toMatch(/sendMessage|group-permissions/);
  }
});
