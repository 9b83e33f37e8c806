import { resolve } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { messageOf } from '../../test/message-of.ts';
import { readConfig } from './env.ts';

afterEach(() => vi.unstubAllEnvs());

test('every variable has its default', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: undefined,
    dataDir: resolve('data'),
    databaseUrl: undefined,
    s3: undefined,
    adminEmail: 'admin@empresa.local',
    adminPassword: undefined,
    emailDomain: 'empresa.local',
    groupAddress: 'grupo@empresa.local',
    deviceApproval: 'users',
    session: {
      unusedMs: 168 * 3_600_000,
      adminUnusedMs: 12 * 3_600_000,
      lifetimeMs: 30 * 86_400_000,
    },
    maxUploadBytes: 25 * 2 ** 20,
    retentionDays: undefined,
    editMinutes: 15,
    deleteMinutes: 60,
    originalsDays: 30,
    sendRate: 600,
    dailyMegabytes: 2_048,
    reserveBytes: 256 * 2 ** 20,
    twoSteps: 'off',
    firstPassword: 'keep',
    loginRate: 10,
    push: { isOn: true, showsContent: true, allowsPrivate: false },
    oidc: undefined,
    passwordLogin: true,
    timeZone: 'Europe/Madrid',
    trustProxy: false,
    auditKey: undefined,
    logLevel: 'info',
  });
});

test('an empty variable is one that is not set', () => {
  const names = ['PORT', 'PUBLIC_URL', 'ADMIN_PASSWORD', 'DEVICE_APPROVAL', 'DATABASE_URL'];
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readConfig({}));
});

describe('what is set is taken', () => {
  test.each<[string, string, object]>([
    ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
    ['HOST', '::', { host: '::' }],
    ['PORT', '0', { port: 0 }],
    ['PORT', '65535', { port: 65_535 }],
    ['PUBLIC_URL', 'https://chat.empresa.es/', { publicUrl: 'https://chat.empresa.es' }],
    ['PUBLIC_URL', 'http://10.0.0.5:8080', { publicUrl: 'http://10.0.0.5:8080' }],
    ['DATA_DIR', '/srv/chat', { dataDir: '/srv/chat' }],
    ['RETENTION_DAYS', '365', { retentionDays: 365 }],
    ['RETENTION_DAYS', '0.5', { retentionDays: 0.5 }],
    ['DATABASE_URL', 'postgres://a:b@c:5432/d', { databaseUrl: 'postgres://a:b@c:5432/d' }],
    [
      'S3_URL',
      's3://clave:sec%2Freto@s3.empresa.es/archivos?region=eu-west-1',
      {
        s3: {
          endpoint: 'https://s3.empresa.es/archivos',
          region: 'eu-west-1',
          accessKeyId: 'clave',
          secretAccessKey: 'sec/reto',
        },
      },
    ],
    [
      'S3_URL',
      's3://clave:secreto@10.0.0.5:9000/archivos?tls=0',
      { s3: { endpoint: 'http://10.0.0.5:9000/archivos', region: 'us-east-1' } },
    ],
    ['ADMIN_EMAIL', ' Jefa@Otra.ES ', { adminEmail: 'jefa@otra.es' }],
    ['ADMIN_EMAIL', 'jefa', { adminEmail: 'jefa@empresa.local' }],
    ['ADMIN_PASSWORD', '👍👍👍👍👍👍', { adminPassword: '👍👍👍👍👍👍' }],
    ['EMAIL_DOMAIN', 'Acme.ES', { emailDomain: 'acme.es', groupAddress: 'grupo@acme.es' }],
    ['EMAIL_DOMAIN', 'acme.es', { adminEmail: 'admin@acme.es' }],
    ['DEVICE_APPROVAL', 'off', { deviceApproval: 'off' }],
    ['SESSION_DAYS', '0.5', { session: { lifetimeMs: 43_200_000 } }],
    ['SESSION_HOURS', '0.5', { session: { unusedMs: 1_800_000 } }],
    ['SESSION_HOURS', '.001', { session: { unusedMs: 3_600 } }],
    ['ADMIN_SESSION_HOURS', '0.5', { session: { adminUnusedMs: 1_800_000 } }],
    ['MAX_UPLOAD_MB', '0.5', { maxUploadBytes: 2 ** 19 }],
    ['EDIT_MINUTES', '0', { editMinutes: 0 }],
    ['DELETE_MINUTES', '0.5', { deleteMinutes: 0.5 }],
    ['KEEP_ORIGINALS_DAYS', '.25', { originalsDays: 0.25 }],
    ['SEND_RATE', '0', { sendRate: 0 }],
    ['DAILY_MB', '0.5', { dailyMegabytes: 0.5 }],
    ['RESERVE_MB', '0', { reserveBytes: 0 }],
    ['TWO_STEPS', 'admins', { twoSteps: 'admins' }],
    ['TWO_STEPS', 'all', { twoSteps: 'all' }],
    ['SUPERVISION', 'reason', { supervision: 'reason' }],
    ['SUPERVISION', 'off', { supervision: 'off' }],
    ['FIRST_PASSWORD', 'change', { firstPassword: 'change' }],
    ['LOGIN_RATE', '1', { loginRate: 1 }],
    ['PUSH', 'off', { push: { isOn: false } }],
    ['PUSH_CONTENT', '0', { push: { showsContent: false } }],
    ['PUSH_ALLOW_PRIVATE', '1', { push: { allowsPrivate: true } }],
    ['TIME_ZONE', 'Atlantic/Canary', { timeZone: 'Atlantic/Canary' }],
    ['TRUST_PROXY', '1', { trustProxy: true }],
    ['TRUST_PROXY', '10.0.0.2', { trustProxy: ['10.0.0.2'] }],
    ['TRUST_PROXY', '10.0.0.0/8, fd00::/8,::1', { trustProxy: ['10.0.0.0/8', 'fd00::/8', '::1'] }],
    ['AUDIT_KEY', ` ${'k'.repeat(32)}\n`, { auditKey: 'k'.repeat(32) }],
    ['AUDIT_FILE', '/var/log/chat.jsonl', { auditFile: '/var/log/chat.jsonl' }],
    ['AUDIT_DAYS', '365', { auditDays: 365 }],
    ['METRICS_TOKEN', 'clave-larga', { metricsToken: 'clave-larga' }],
    ['LOG_LEVEL', 'debug', { logLevel: 'debug' }],
  ])('%s=%s', (name, value, config) => {
    expect(readConfig({ [name]: value })).toMatchObject(config);
  });
});

test('REDIS_URL joins processes on a PostgreSQL server; the embedded database has but one', () => {
  const REDIS_URL = 'redis://:clave@cache:6379/2';
  const both = { REDIS_URL, DATABASE_URL: 'postgres://c/d' };
  expect(readConfig(both)).toMatchObject({ redisUrl: REDIS_URL });
  expect(messageOf({ REDIS_URL })).toMatch(/^REDIS_URL necesita DATABASE_URL/);
});

describe('company sign-in', () => {
  const three = {
    OIDC_ISSUER: 'https://id.empresa.es/realms/Acme',
    OIDC_CLIENT_ID: 'chat',
    OIDC_CLIENT_SECRET: 'secreto',
  };

  test('has an issuer, a client and its secret; the rest has defaults', () => {
    expect(readConfig(three)).toMatchObject({
      oidc: {
        issuer: 'https://id.empresa.es/realms/Acme',
        clientId: 'chat',
        clientSecret: 'secreto',
        name: 'tu cuenta de empresa',
        registersUnknown: false,
      },
      passwordLogin: true,
    });
    const all = { ...three, OIDC_NAME: ' Acme ', OIDC_CREATE: '1', PASSWORD_LOGIN: '0' };
    expect(readConfig(all)).toMatchObject({
      oidc: { name: 'Acme', registersUnknown: true },
      passwordLogin: false,
    });
  });

  test.each(['A', 'n'.repeat(40), '👍'.repeat(40)])('may be called %s', (name) => {
    expect(readConfig({ ...three, OIDC_NAME: name }).oidc?.name).toBe(name);
  });

  test.each(Object.keys(three))('without %s alone the start stops', (name) => {
    expect(messageOf({ ...three, [name]: '' })).toBe(
      'OIDC_ISSUER, OIDC_CLIENT_ID y OIDC_CLIENT_SECRET van juntas: indica las tres o ninguna.',
    );
  });
});

describe('secrets are not shown', () => {
  test.each([
    ['OIDC_CLIENT_SECRET', 's3cr3t0'.repeat(200), 's3cr3t0'],
    ['ADMIN_PASSWORD', 'corta', 'corta'],
    ['METRICS_TOKEN', 'corta', 'corta'],
    ['AUDIT_KEY', 'k'.repeat(31), 'k'.repeat(31)],
    ['DATABASE_URL', 'mysql://root:s3cr3t0@host/db', 's3cr3t0'],
    ['DATABASE_URL', 'mysql://root:s3@cr3t0@host/db', 'cr3t0'],
    ['DATABASE_URL', 'mysql://root:s3/cr3t0@host/db', 's3/cr3t0'],
    ['DATABASE_URL', 'root:s3cr3t0@host/db', 's3cr3t0'],
    ['S3_URL', 's3://clave:s3cr3t0@host', 's3cr3t0'],
    ['REDIS_URL', 'http://:s3cr3t0@host', 's3cr3t0'],
  ])('%s=%s', (name, value, secret) => {
    const message = messageOf({ [name]: value });
    expect(message).toContain(`${name} vale "`);
    expect(message).toContain('***');
    expect(message).not.toContain(secret);
  });

  test.each(['x'.repeat(5), 'x'.repeat(201)])(
    'ADMIN_PASSWORD takes 6 to 200 characters',
    (value) => {
      expect(messageOf({ ADMIN_PASSWORD: value })).toContain(
        'una contraseña de 6 a 200 caracteres',
      );
    },
  );
});

describe('pushes to private addresses are for trials', () => {
  const answerTo = (PUBLIC_URL: string) => () =>
    readConfig({ PUBLIC_URL, PUSH_ALLOW_PRIVATE: '1' });

  test.each(['https://chat.empresa.es', 'https://93.184.216.34', 'https://[2606:4700::1111]'])(
    'the start stops with %s',
    (publicUrl) => {
      expect(answerTo(publicUrl)).toThrow(
        'PUSH_ALLOW_PRIVATE vale "1"; debe ser 0 donde PUBLIC_URL es una dirección https:// que se alcanza desde fuera.',
      );
    },
  );

  test.each([
    'http://chat.empresa.es',
    'https://192.168.1.5:8443',
    'https://[::1]',
    'https://localhost',
    'https://chat.localhost',
    'https://chat.local',
    'https://chat.internal',
    'https://chat.empresa.test',
  ])('and goes on with %s', (publicUrl) => {
    expect(answerTo(publicUrl)().push.allowsPrivate).toBe(true);
  });
});
