import { expect, test } from 'vitest';
import { settingNames } from './env.ts';
import { findMisspelt } from './refused-settings.ts';

test.each([
  ['MAX_UPLOAD', 'MAX_UPLOAD_MB'],
  ['MAX_UPLOAD_MB ', 'MAX_UPLOAD_MB'],
  ['max_upload_mb', 'MAX_UPLOAD_MB'],
  ['MAX-UPLOAD-MB', 'MAX_UPLOAD_MB'],
  ['MAX_UPLOAD_SIZE', 'MAX_UPLOAD_MB'],
  ['MAX_UPLAOD_MB', 'MAX_UPLOAD_MB'],
  ['TIMEZONE', 'TIME_ZONE'],
  ['RETENTION_DAY', 'RETENTION_DAYS'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['S3_URI', 'S3_URL'],
  ['KEEP_ORIGINALS', 'KEEP_ORIGINALS_DAYS'],
  ['ADMIN_PASSWD', 'ADMIN_PASSWORD'],
  ['Port', 'PORT'],
])('%j is taken for %s', (name, known) => {
  expect(findMisspelt({ [name]: '5' })).toEqual([{ name, known }]);
});

test('one that stands beside the right one is somebody else’s', () => {
  expect(findMisspelt({ REDIS_URI: 'x', REDIS_URL: 'redis://h' })).toEqual([]);
});

test('an empty one says nothing', () => {
  expect(findMisspelt({ MAX_UPLOAD: '' })).toEqual([]);
});

test.each([
  'PATH HOME HOSTNAME HOSTTYPE USER LOGNAME SHELL SHLVL PWD OLDPWD TERM LANG LC_ALL TZ TMPDIR EDITOR MAIL DISPLAY',
  'npm_config_user_agent npm_lifecycle_event npm_package_version NODE_OPTIONS NODE_ENV NODE_EXTRA_CA_CERTS',
  'XDG_DATA_DIRS XDG_SESSION_ID XDG_RUNTIME_DIR SESSION_MANAGER DESKTOP_SESSION DBUS_SESSION_BUS_ADDRESS',
  'HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY SSL_CERT_FILE INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID',
  'CHAT_PORT CHAT_SERVICE_HOST CHAT_SERVICE_PORT CHAT_PORT_3000_TCP_ADDR KUBERNETES_PORT REDIS_HOST REDIS_PORT',
  'PGHOST PGPORT PGDATA POSTGRES_DB POSTGRES_PASSWORD TEST_DATABASE_URL PM2_HOME MALLOC_ARENA_MAX FORCE_COLOR CI',
])('what machines set is taken for none: %s', (names) => {
  const environment = Object.fromEntries(names.split(' ').map((name) => [name, 'x']));
  expect(findMisspelt(environment)).toEqual([]);
});

test('no setting is taken for another', () => {
  for (const name of settingNames) {
    expect(findMisspelt({ [`${name} `]: 'x' })).toEqual([{ name: `${name} `, known: name }]);
    expect(findMisspelt({ [name]: 'x' })).toEqual([]);
  }
});
