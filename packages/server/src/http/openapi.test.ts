import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { NOBODY } from '../../test/wrong-values.ts';

interface Operation {
  operationId: string;
  description: string;
}
interface Described {
  method: string;
  path: string;
  operation: Operation;
}

let app: TestApp;
let described: Described[];

beforeAll(async () => {
  app = await startApp();
  const response = await fetch(`${app.url}/api/openapi.json`);
  const document = (await response.json()) as { paths: Record<string, Record<string, Operation>> };
  described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path.replace(/^\/api/, '').replace(/\{\w+\}/g, NOBODY),
      operation,
    })),
  );
});
afterAll(() => app.close());

const isPublic = ({ operation }: Described) => operation.description === 'Access: public';

test('/api/openapi.json describes every route that is served', () => {
  const served = [...app.app.http.printRoutes({ commonPrefix: false }).matchAll(/\(([^)]+)\)/g)];
  expect(served.length).toBeGreaterThan(described.length / 2);
  expect(described.length).toBeGreaterThan(40);
  const names = described.map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
});

test('every route declares who may call it', () => {
  for (const { operation } of described) {
    expect(operation.description).toMatch(/^Access: (public|session|manager|admin)$/);
  }
});

test('only signing in, the configuration and the health are public', () => {
  const names = described.filter(isPublic).map(({ operation }) => operation.operationId);
  expect(names.sort()).toEqual(['getConfig', 'getHealth', 'login']);
});

test('a call without a session of any other route is 401, whatever it carries', async () => {
  for (const route of described.filter((one) => !isPublic(one))) {
    const reply = await app.client().request(route.method, route.path);
    expect([route.operation.operationId, reply.status]).toEqual([route.operation.operationId, 401]);
  }
});

test('a described route is served: signed in, nothing answers that its method is unknown', async () => {
  for (const route of described.filter((one) => !isPublic(one))) {
    const reply = await app.elena
      .request(route.method, `${route.path}?page=0`, 'x', {
        'content-type': 'text/plain',
      })
      .catch(() => undefined);
    if (reply) expect(reply.status).toBeGreaterThanOrEqual(400);
    if (reply) expect(reply.status).toBeLessThan(500);
  }
});

test('/api/docs is a page to read it with', async () => {
  const response = await fetch(`${app.url}/api/docs`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/html');
});
