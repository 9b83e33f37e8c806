import { getConfig, getHealth } from '@chat/contract/system';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { openFakeS3 } from '../../../test/fake-s3.ts';
import { readConfig } from '../../config/env.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    emailDomain: 'acme.es',
    groupAddress: 'grupo@acme.es',
    maxUploadBytes: 7,
    editMinutes: 3,
    deleteMinutes: 0.5,
  });
});
afterAll(() => app.close());

test('GET /config tells anybody the domain, the group address, the largest file, the minutes and the version', async () => {
  const reply = await app.client().call(getConfig, {});
  expect(reply.status).toBe(200);
  expect(reply.content).toEqual({
    emailDomain: 'acme.es',
    groupAddress: 'grupo@acme.es',
    maxUploadBytes: 7,
    editMinutes: 3,
    deleteMinutes: 0.5,
    oidcName: null,
    passwordLogin: true,
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  });
});

test('GET /health is 200 with status and version while the database answers', async () => {
  const { content: config } = await app.client().call(getConfig, {});
  const reply = await app.client().call(getHealth, {});
  expect(reply).toMatchObject({
    status: 200,
    content: { status: 'ok', version: config.version },
  });
});

test('GET /health is 503 naming the database when it does not answer', async () => {
  const { run } = app.ctx.db;
  app.ctx.db.run = () => Promise.reject(new Error('connection lost to 10.0.0.7'));
  const reply = await app.client().request('GET', getHealth.path);
  app.ctx.db.run = run;
  const text = 'La base de datos no responde';
  expect(reply).toMatchObject({ status: 503, statusCode: 503, message: text });
  expect(reply.errors).toEqual({ database: [text] });
  expect(JSON.stringify(reply)).not.toContain('10.0.0.7');
});

test('GET /health is 503 naming the store when files could not be kept', async () => {
  const s3 = await openFakeS3();
  const withS3 = await startApp({ s3: readConfig({ S3_URL: s3.url }).s3 });
  const health = () => withS3.client().request('GET', getHealth.path);
  expect((await health()).status).toBe(200);
  s3.fail(true);
  const text = 'El almacén de archivos (S3) no responde';
  expect(await health()).toMatchObject({ status: 503, message: text, errors: { S3: [text] } });
  await withS3.close();
  await s3.close();
});
