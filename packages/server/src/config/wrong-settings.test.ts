import { describe, expect, test } from 'vitest';
import { messageOf } from '../../test/message-of.ts';

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
    ['RETENTION_DAYS', '0', 'un número mayor que 0 y hasta 36500'],
    ['RETENTION_DAYS', '36500.5', 'un número mayor que 0 y hasta 36500'],
    ['EDIT_MINUTES', '-1', 'un número de 0 a 1000000'],
    ['DELETE_MINUTES', 'una hora', 'un número de 0 a 1000000'],
    ['KEEP_ORIGINALS_DAYS', '2000000', 'un número de 0 a 1000000'],
    ['SEND_RATE', '-1', 'un número entero de 0 a 1000000'],
    ['SEND_RATE', '1.5', 'un número entero de 0 a 1000000'],
    ['DAILY_MB', 'mucho', 'un número de 0 a 1000000'],
    ['RESERVE_MB', '-1', 'un número de 0 a 1000000'],
    ['TWO_STEPS', 'foo', 'uno de: off, admins, all'],
    ['TWO_STEPS', 'ALL', 'uno de: off, admins, all'],
    ['FIRST_PASSWORD', 'x', 'uno de: keep, change'],
    ['LOGIN_RATE', '0', 'un número entero de 1 a 1000000'],
    ['LOGIN_RATE', '2.5', 'un número entero de 1 a 1000000'],
    ['PUSH', 'yes', 'uno de: on, off'],
    ['PUSH_CONTENT', '2', 'uno de: 0, 1'],
    ['PUSH_ALLOW_PRIVATE', 'on', 'uno de: 0, 1'],
    [
      'OIDC_ISSUER',
      'http://id.empresa.es',
      'una dirección https:// sin usuario, consulta ni fragmento',
    ],
    [
      'OIDC_ISSUER',
      'https://a:b@id.empresa.es',
      'una dirección https:// sin usuario, consulta ni fragmento',
    ],
    [
      'OIDC_ISSUER',
      'https://id.empresa.es/?a=1',
      'una dirección https:// sin usuario, consulta ni fragmento',
    ],
    [
      'OIDC_ISSUER',
      'https://id.empresa.es#',
      'una dirección https:// sin usuario, consulta ni fragmento',
    ],
    ['OIDC_CLIENT_ID', '  ', 'un texto de 1 a 1000 caracteres'],
    ['OIDC_NAME', ' ', 'un texto de 1 a 40 caracteres'],
    ['OIDC_NAME', 'n'.repeat(41), 'un texto de 1 a 40 caracteres'],
    ['OIDC_CREATE', '2', 'uno de: 0, 1'],
    ['OIDC_CREATE', 'yes', 'uno de: 0, 1'],
    ['PASSWORD_LOGIN', 'off', 'uno de: 0, 1'],
    ['PASSWORD_LOGIN', '0', '1 mientras no se indique OIDC_ISSUER'],
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
