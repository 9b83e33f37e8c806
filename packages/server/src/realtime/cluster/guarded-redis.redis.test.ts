import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCertificate } from '../../../../../scripts/lib/make-certificate.mjs';
import { createServerDatabase } from '../../../test/database.ts';
import { launchServer } from '../../../test/own-process.ts';
import { startRedis, type TestRedis } from '../../../test/redis.ts';

const guard = { user: 'chat', password: 'a:b@c/1%' };
let folder: string;
let certificate: string;
let database: Awaited<ReturnType<typeof createServerDatabase>>;
let redis: Record<'open' | 'guarded' | 'secure', TestRedis>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guarded-redis-'));
  const tls = await makeCertificate(folder);
  certificate = tls.certificate;
  database = await createServerDatabase(process.env.TEST_DATABASE_URL ?? '');
  redis = {
    open: await startRedis(),
    guarded: await startRedis(guard),
    secure: await startRedis({ ...guard, tls }),
  };
});
afterAll(async () => {
  for (const one of Object.values(redis)) await one.stop();
  await database.remove();
  await rm(folder, { recursive: true, force: true });
});

// The processes have no common DATA_DIR.
const AUDIT_KEY = 'the-installation-key-of-all-tests';

const start = (settings: Record<string, string>) =>
  launchServer({
    dataDir: join(folder, 'data'),
    settings: { DATABASE_URL: database.url, LOG_LEVEL: 'silent', AUDIT_KEY, ...settings },
  });

test.each([
  ['redis:// with user and password', 'guarded'],
  ['rediss:// with a certificate of our own in NODE_EXTRA_CA_CERTS', 'secure'],
] as const)('%s joins processes', async (_, which) => {
  const settings = { REDIS_URL: redis[which].url, NODE_EXTRA_CA_CERTS: certificate };
  const servers = [start(settings), start({ ...settings, DATA_DIR: join(folder, 'other') })];
  for (const server of servers) {
    const health = await fetch(`${await server.url}/api/health`);
    expect([health.status, server.output()]).toEqual([200, expect.any(String)]);
  }
  await Promise.all(servers.map((server) => server.stop()));
});

const signedInAs = (url: string, user: string, password: string) =>
  Object.assign(new URL(url), { username: user, password }).href;

test.each<[string, () => string, RegExp]>([
  [
    'a wrong password',
    () => signedInAs(redis.guarded.url, 'chat', 'secreto'),
    /^Redis \(REDIS_URL\) no deja entrar con ese usuario y esa clave.*WRONGPASS.*REDIS_URL\.$/,
  ],
  [
    'no password',
    () => signedInAs(redis.guarded.url, '', ''),
    /^Redis \(REDIS_URL\) no deja entrar.*NOAUTH/,
  ],
  [
    'a certificate that nobody vouches for',
    () => redis.secure.url,
    /^Redis \(REDIS_URL\) muestra un certificado que este equipo no reconoce: .*NODE_EXTRA_CA_CERTS\.$/,
  ],
  [
    'TLS where Redis speaks none',
    () => redis.open.url.replace('redis:', 'rediss:'),
    /^Redis \(REDIS_URL\) no responde: /,
  ],
])('%s stops the start with one line, without the password in it', async (_, url, line) => {
  const server = start({ REDIS_URL: url() });
  expect(await server.ended).toBe(1);
  const lines = server.output().trimEnd().split('\n');
  expect(lines).toEqual([expect.stringMatching(line)]);
  expect(lines[0]).not.toContain('secreto');
});
