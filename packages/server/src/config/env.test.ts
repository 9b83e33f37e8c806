import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ConfigError, loadEnvironment, readConfig } from './env.ts';

afterEach(() => vi.unstubAllEnvs());

function messageOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error(`${JSON.stringify(env)} was taken`);
}

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
    loginRate: 10,
    push: { isOn: true, showsContent: true, allowsPrivate: false },
    timeZone: 'Europe/Madrid',
    trustProxy: false,
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
    ['LOGIN_RATE', '1', { loginRate: 1 }],
    ['PUSH', 'off', { push: { isOn: false } }],
    ['PUSH_CONTENT', '0', { push: { showsContent: false } }],
    ['PUSH_ALLOW_PRIVATE', '1', { push: { allowsPrivate: true } }],
    ['TIME_ZONE', 'Atlantic/Canary', { timeZone: 'Atlantic/Canary' }],
    ['TRUST_PROXY', '1', { trustProxy: true }],
    ['TRUST_PROXY', '10.0.0.2', { trustProxy: ['10.0.0.2'] }],
    ['TRUST_PROXY', '10.0.0.0/8, fd00::/8,::1', { trustProxy: ['10.0.0.0/8', 'fd00::/8', '::1'] }],
    ['METRICS_TOKEN', 'clave-larga', { metricsToken: 'clave-larga' }],
    ['LOG_LEVEL', 'debug', { logLevel: 'debug' }],
  ])('%s=%s', (name, value, config) => {
    expect(readConfig({ [name]: value })).toMatchObject(config);
  });
});

describe('a wrong one stops the start with one line: its name, what it holds, what it takes', () => {
  test.each([
    ['HOST', 'no host', 'una dirección de red o un nombre de equipo'],
    ['PORT', '65536', 'un número entero de 0 a 65535'],
    ['PORT', '-1', 'un número entero de 0 a 65535'],
    ['PORT', '80.5', 'un número entero de 0 a 65535'],
    ['PORT', 'web', 'un número entero de 0 a 65535'],
    ['PUBLIC_URL', 'chat.empresa.es', 'una dirección http:// o https:// sin ruta'],
    ['PUBLIC_URL', 'https://chat.empresa.es/app', 'una dirección http:// o https:// sin ruta'],
    ['PUBLIC_URL', 'ftp://chat.empresa.es', 'una dirección http:// o https:// sin ruta'],
    ['PUBLIC_URL', 'https://chat.es?a=1', 'una dirección http:// o https:// sin ruta'],
    ['DATABASE_URL', 'mysql://c/d', 'una dirección postgres://usuario:clave@servidor:puerto/base'],
    [
      'REDIS_URL',
      'cache:6379',
      'una dirección redis:// o rediss://usuario:clave@servidor:puerto/número',
    ],
    ['DATABASE_URL', 'localhost', 'una dirección postgres://usuario:clave@servidor:puerto/base'],
    ['ADMIN_EMAIL', 'jefa@', 'el correo electrónico de una persona'],
    ['ADMIN_EMAIL', 'la jefa', 'el correo electrónico de una persona'],
    ['ADMIN_EMAIL', 'grupo@empresa.local', 'el correo electrónico de una persona'],
    ['EMAIL_DOMAIN', 'sin punto', 'un dominio de correo, por ejemplo empresa.local'],
    ['EMAIL_DOMAIN', '@acme.es', 'un dominio de correo, por ejemplo empresa.local'],
    ['DEVICE_APPROVAL', 'none', 'uno de: users, all, off'],
    ['SESSION_DAYS', '0', 'un número mayor que 0 y hasta 1000000'],
    ['SESSION_DAYS', 'treinta', 'un número mayor que 0 y hasta 1000000'],
    ['SESSION_HOURS', '0', 'un número mayor que 0 y hasta 1000000'],
    ['SESSION_HOURS', '-1', 'un número mayor que 0 y hasta 1000000'],
    ['SESSION_HOURS', 'doce', 'un número mayor que 0 y hasta 1000000'],
    ['ADMIN_SESSION_HOURS', '0', 'un número mayor que 0 y hasta 1000000'],
    ['MAX_UPLOAD_MB', '0', 'un número mayor que 0 y hasta 1000000'],
    ['MAX_UPLOAD_MB', '2000000', 'un número mayor que 0 y hasta 1000000'],
    ['RETENTION_DAYS', '0', 'un número entero de 1 a 36500'],
    ['EDIT_MINUTES', '-1', 'un número de 0 a 1000000'],
    ['DELETE_MINUTES', 'una hora', 'un número de 0 a 1000000'],
    ['KEEP_ORIGINALS_DAYS', '2000000', 'un número de 0 a 1000000'],
    ['SEND_RATE', '-1', 'un número entero de 0 a 1000000'],
    ['SEND_RATE', '1.5', 'un número entero de 0 a 1000000'],
    ['DAILY_MB', 'mucho', 'un número de 0 a 1000000'],
    ['RESERVE_MB', '-1', 'un número de 0 a 1000000'],
    ['LOGIN_RATE', '0', 'un número entero de 1 a 1000000'],
    ['LOGIN_RATE', '2.5', 'un número entero de 1 a 1000000'],
    ['PUSH', 'yes', 'uno de: on, off'],
    ['PUSH_CONTENT', '2', 'uno de: 0, 1'],
    ['PUSH_ALLOW_PRIVATE', 'on', 'uno de: 0, 1'],
    ['TIME_ZONE', 'Marte/Olympus', 'una zona horaria, por ejemplo Europe/Madrid'],
    ['TIME_ZONE', 'Madrid', 'una zona horaria, por ejemplo Europe/Madrid'],
    ['TRUST_PROXY', 'yes', '0, 1 o las direcciones y redes de los proxies, separadas por comas'],
    ['TRUST_PROXY', '2', '0, 1 o las direcciones y redes de los proxies, separadas por comas'],
    ['TRUST_PROXY', '1,0', '0, 1 o las direcciones y redes de los proxies, separadas por comas'],
    [
      'TRUST_PROXY',
      '10.0.0.1,',
      '0, 1 o las direcciones y redes de los proxies, separadas por comas',
    ],
    [
      'TRUST_PROXY',
      '10.0.0.0/33',
      '0, 1 o las direcciones y redes de los proxies, separadas por comas',
    ],
    [
      'TRUST_PROXY',
      '10.0.0.0/0',
      '0, 1 o las direcciones y redes de los proxies, separadas por comas',
    ],
    [
      'TRUST_PROXY',
      '10.0.0.0/8/8',
      '0, 1 o las direcciones y redes de los proxies, separadas por comas',
    ],
    [
      'TRUST_PROXY',
      'fd00::/129',
      '0, 1 o las direcciones y redes de los proxies, separadas por comas',
    ],
    [
      'TRUST_PROXY',
      'proxy.empresa.es',
      '0, 1 o las direcciones y redes de los proxies, separadas por comas',
    ],
    [
      'TRUST_PROXY',
      'loopback',
      '0, 1 o las direcciones y redes de los proxies, separadas por comas',
    ],
    ['LOG_LEVEL', 'loud', 'uno de: fatal, error, warn, info, debug, trace, silent'],
  ])('%s=%s', (name, value, takes) => {
    expect(messageOf({ [name]: value })).toBe(`${name} vale "${value}"; debe ser ${takes}.`);
  });

  test.each([
    's3://s3.empresa.es/archivos',
    's3://clave@s3.empresa.es/archivos',
    's3://clave:secreto@s3.empresa.es',
    's3://clave:secreto@s3.empresa.es/a/b',
    's3://clave:secreto@s3.empresa.es/archivos?tls=2',
    's3://clave:secreto@s3.empresa.es/archivos?zona=eu',
    's3://clave:sec%reto@s3.empresa.es/archivos',
    'https://clave:secreto@s3.empresa.es/archivos',
  ])('S3_URL=%s', (value) => {
    expect(messageOf({ S3_URL: value })).toMatch(
      /^S3_URL vale ".*"; debe ser una dirección s3:\/\/CLAVE:SECRETO@servidor:puerto\/cubo/,
    );
  });

  test('even what spans lines is told in one', () => {
    expect(messageOf({ HOST: 'uno\ndos' }).split('\n')).toHaveLength(1);
  });
});

test('REDIS_URL joins processes on a PostgreSQL server; the embedded database has but one', () => {
  const REDIS_URL = 'redis://:clave@cache:6379/2';
  const both = { REDIS_URL, DATABASE_URL: 'postgres://c/d' };
  expect(readConfig(both)).toMatchObject({ redisUrl: REDIS_URL });
  expect(messageOf({ REDIS_URL })).toMatch(/^REDIS_URL necesita DATABASE_URL/);
});

describe('secrets are not shown', () => {
  test.each([
    ['ADMIN_PASSWORD', 'corta', 'corta'],
    ['METRICS_TOKEN', 'corta', 'corta'],
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

describe('.env', () => {
  const inFile = (text: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'env-'));
    const file = join(folder, '.env');
    writeFileSync(file, text);
    const environment = loadEnvironment(file);
    rmSync(folder, { recursive: true });
    return environment;
  };

  test('is read where there is one', () => {
    expect(readConfig(inFile('# where\nPORT=4000\nEMAIL_DOMAIN="acme.es"\n'))).toMatchObject({
      port: 4000,
      emailDomain: 'acme.es',
    });
  });

  test('the environment wins over it', () => {
    vi.stubEnv('PORT', '5000');
    expect(readConfig(inFile('PORT=4000'))).toMatchObject({ port: 5000 });
  });

  test('may be missing', () => {
    expect(loadEnvironment('/nowhere/.env')).toBe(process.env);
  });

  test('the file that SETTINGS_FILE names is read in its place, and must be there', () => {
    const folder = mkdtempSync(join(tmpdir(), 'env-'));
    const file = join(folder, 'chat.env');
    writeFileSync(file, 'PORT=4100');
    vi.stubEnv('SETTINGS_FILE', file);
    expect(readConfig(loadEnvironment())).toMatchObject({ port: 4100 });
    rmSync(folder, { recursive: true });
    expect(() => loadEnvironment()).toThrow(`No se puede leer ${file}.`);
  });

  test('one that cannot be read is named', () => {
    expect(() => loadEnvironment(tmpdir())).toThrow(`No se puede leer ${tmpdir()}.`);
  });
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
