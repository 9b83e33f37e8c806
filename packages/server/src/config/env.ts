import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { appendDomain } from '@chat/contract/forms';
import { limits } from '@chat/contract/limits';
import { z } from 'zod';
import { isAddress, isHomeName, isPublicAddress } from '../shared/public-addresses.ts';
import { configTexts } from './config.texts.ts';

const REGION = /^[A-Za-z0-9-]{1,64}$/;
const BUCKET = /^\/[A-Za-z0-9][A-Za-z0-9._-]{1,62}\/?$/;

function parse(value: string) {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol !== 's3:' || !url.hostname || !BUCKET.test(url.pathname)) return undefined;
  const { region = 'us-east-1', tls = '1', ...unknown } = Object.fromEntries(url.searchParams);
  if (!REGION.test(region) || !/^[01]$/.test(tls) || Object.keys(unknown).length > 0)
    return undefined;
  const [accessKeyId, secretAccessKey] = [url.username, url.password].map(decodeURIComponent);
  if (!accessKeyId || !secretAccessKey) return undefined;
  const bucket = url.pathname.replaceAll('/', '');
  const endpoint = `${tls === '1' ? 'https' : 'http'}://${url.host}/${bucket}`;
  return { endpoint, region, accessKeyId, secretAccessKey };
}

function parseOrRefuse(value: string, ctx: z.RefinementCtx) {
  try {
    const settings = parse(value);
    if (settings) return settings;
  } catch {
    // A key that is not percent-encoded as it should be.
  }
  ctx.addIssue({ code: 'custom' });
  return z.NEVER;
}

/** `s3://KEY:SECRET@HOST[:PORT]/BUCKET?region=…&tls=0` (rules/installation 5). */
const s3Url = z.string().transform(parseOrRefuse);

/** `true`: the caller itself is the one proxy. A list: addresses and networks of proxies. `false`: there is none. */
export type TrustedProxies = boolean | string[];

function isAddressOrNetwork(value: string): boolean {
  const [address = '', bits, ...more] = value.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  // An empty network would trust everybody; that is what `1` says in so many words.
  const isLength = bits === undefined || /^[1-9]\d{0,2}$/.test(bits);
  return isLength && Number(bits ?? 1) <= (version === 4 ? 32 : 128);
}

/** The values that `TRUST_PROXY` takes (rules/installation 6). */
const trustedProxies = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .refine((parts) => /^[01]$/.test(parts.join()) || parts.every(isAddressOrNetwork))
  .transform((parts): TrustedProxies => {
    if (parts.join() === '0') return false;
    return parts.join() === '1' || parts;
  });

/** A setting that cannot be used; its message is the one line that stops the start. */
export class ConfigError extends Error {}

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max);
const MAX_NUMBER = 1_000_000;
const positiveNumber = z
  .string()
  .regex(/^\d*\.?\d+$/)
  .transform(Number)
  .refine((value) => value > 0 && value <= MAX_NUMBER);
const numberFromZero = z
  .string()
  .regex(/^\d*\.?\d+$/)
  .transform(Number)
  .refine((value) => value <= MAX_NUMBER);
const origin = z.string().refine((value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
});
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const approvals = ['users', 'all', 'off'] as const;
const onOrOff = ['on', 'off'] as const;
const zeroOrOne = ['0', '1'] as const;
// A name for which Intl has no time is no zone.
const timeZone = z.string().refine((value) => {
  try {
    return Boolean(new Intl.DateTimeFormat('es', { timeZone: value }));
  } catch {
    return false;
  }
});
const password = z
  .string()
  .refine(
    (value) => [...value].length >= limits.passwordMin && [...value].length <= limits.passwordMax,
  );

// One row for each variable: what it takes when it is set, and the words for that.
const variables = {
  HOST: [z.string().regex(/^[A-Za-z0-9.:_-]+$/), configTexts.host],
  PORT: [wholeNumber(0, 65_535), configTexts.wholeNumber(0, 65_535)],
  PUBLIC_URL: [origin.transform((value) => new URL(value).origin), configTexts.url],
  DATA_DIR: [z.string(), ''],
  DATABASE_URL: [
    z.string().refine((value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value)),
    configTexts.postgresUrl,
  ],
  REDIS_URL: [
    z.string().refine((value) => /^rediss?:\/\//.test(value) && URL.canParse(value)),
    configTexts.redisUrl,
  ],
  S3_URL: [s3Url, configTexts.s3Url],
  ADMIN_EMAIL: [z.string().trim().toLowerCase(), configTexts.email],
  ADMIN_PASSWORD: [password, configTexts.password(limits.passwordMin, limits.passwordMax)],
  EMAIL_DOMAIN: [
    z
      .string()
      .toLowerCase()
      .refine((value) => z.email().safeParse(`a@${value}`).success),
    configTexts.domain,
  ],
  DEVICE_APPROVAL: [z.enum(approvals), configTexts.oneOf(approvals)],
  SESSION_DAYS: [positiveNumber, configTexts.positiveNumber(MAX_NUMBER)],
  SESSION_HOURS: [positiveNumber, configTexts.positiveNumber(MAX_NUMBER)],
  ADMIN_SESSION_HOURS: [positiveNumber, configTexts.positiveNumber(MAX_NUMBER)],
  MAX_UPLOAD_MB: [positiveNumber, configTexts.positiveNumber(MAX_NUMBER)],
  RETENTION_DAYS: [wholeNumber(1, 36_500), configTexts.wholeNumber(1, 36_500)],
  EDIT_MINUTES: [numberFromZero, configTexts.numberFromZero(MAX_NUMBER)],
  DELETE_MINUTES: [numberFromZero, configTexts.numberFromZero(MAX_NUMBER)],
  KEEP_ORIGINALS_DAYS: [numberFromZero, configTexts.numberFromZero(MAX_NUMBER)],
  SEND_RATE: [wholeNumber(0, MAX_NUMBER), configTexts.wholeNumber(0, MAX_NUMBER)],
  DAILY_MB: [numberFromZero, configTexts.numberFromZero(MAX_NUMBER)],
  RESERVE_MB: [numberFromZero, configTexts.numberFromZero(MAX_NUMBER)],
  LOGIN_RATE: [wholeNumber(1, MAX_NUMBER), configTexts.wholeNumber(1, MAX_NUMBER)],
  TRUST_PROXY: [trustedProxies, configTexts.proxies],
  PUSH: [z.enum(onOrOff), configTexts.oneOf(onOrOff)],
  PUSH_CONTENT: [z.enum(zeroOrOne), configTexts.oneOf(zeroOrOne)],
  PUSH_ALLOW_PRIVATE: [z.enum(zeroOrOne), configTexts.oneOf(zeroOrOne)],
  TIME_ZONE: [timeZone, configTexts.timeZone],
  METRICS_TOKEN: [z.string().regex(/^[\x21-\x7e]{8,}$/), configTexts.token],
  LOG_LEVEL: [z.enum(logLevels), configTexts.oneOf(logLevels)],
} satisfies Record<string, [z.ZodType, string]>;

type Name = keyof typeof variables;

export const settingNames: readonly string[] = Object.keys(variables);

/** The value of a variable for an error message: one line, no secrets. */
function shown(name: Name, value: string): string {
  if (name === 'ADMIN_PASSWORD' || name === 'METRICS_TOKEN') return '***';
  const open = name.endsWith('_URL') ? value.replace(/^(\w+:\/\/)?.*@/s, '$1***@') : value;
  return JSON.stringify(open).slice(1, -1);
}

/** One line that names the variable, what it holds and what it takes (rules/installation 4). */
export const wrongSetting = (name: Name, value: string, takes: string): ConfigError =>
  new ConfigError(configTexts.wrong(name, shown(name, value), takes));

type Values = { [N in Name]: z.output<(typeof variables)[N][0]> };
/** The same, so that what a schema gives is known by the name of its variable. */
const readers: { [N in Name]: [z.ZodType<Values[N]>, string] } = variables;

function read<N extends Name>(env: NodeJS.ProcessEnv, name: N): Values[N] | undefined {
  const value = env[name];
  if (value === undefined || value === '') return undefined;
  const [schema, takes] = readers[name];
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw wrongSetting(name, value, takes);
  return parsed.data;
}

const readOr = <N extends Name, F>(env: NodeJS.ProcessEnv, name: N, fallback: F) =>
  read(env, name) ?? fallback;

/** Whether the address is one under which people outside reach the page. */
function isOpenToOutside(publicUrl: string | undefined): boolean {
  const { protocol, hostname } = new URL(publicUrl ?? 'http://localhost');
  if (protocol !== 'https:') return false;
  return isAddress(hostname) ? isPublicAddress(hostname) : !isHomeName(hostname);
}

function readPush(env: NodeJS.ProcessEnv) {
  const allowsPrivate = readOr(env, 'PUSH_ALLOW_PRIVATE', '0') === '1';
  if (allowsPrivate && isOpenToOutside(read(env, 'PUBLIC_URL'))) {
    throw wrongSetting('PUSH_ALLOW_PRIVATE', '1', configTexts.onlyForTrials);
  }
  return {
    isOn: readOr(env, 'PUSH', 'on') === 'on',
    showsContent: readOr(env, 'PUSH_CONTENT', '1') === '1',
    allowsPrivate,
  };
}

export type Config = ReturnType<typeof readConfig>;

/**
 * All settings with their defaults; throws ConfigError naming the first wrong one.
 * `PUBLIC_URL` is undefined when it is not set: it then follows from the port that is really taken.
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const emailDomain = readOr(env, 'EMAIL_DOMAIN', 'empresa.local');
  const adminEmail = appendDomain(readOr(env, 'ADMIN_EMAIL', 'admin'), emailDomain);
  const groupAddress = `grupo@${emailDomain}`;
  if (!z.email().safeParse(adminEmail).success || adminEmail === groupAddress) {
    throw wrongSetting('ADMIN_EMAIL', env.ADMIN_EMAIL ?? adminEmail, configTexts.email);
  }
  const databaseUrl = read(env, 'DATABASE_URL');
  const redisUrl = read(env, 'REDIS_URL');
  if (redisUrl && !databaseUrl) throw new ConfigError(configTexts.redisAlone);
  return {
    host: readOr(env, 'HOST', '127.0.0.1'),
    port: readOr(env, 'PORT', 3000),
    publicUrl: read(env, 'PUBLIC_URL'),
    dataDir: resolve(readOr(env, 'DATA_DIR', './data')),
    databaseUrl,
    redisUrl,
    s3: read(env, 'S3_URL'),
    adminEmail,
    adminPassword: read(env, 'ADMIN_PASSWORD'),
    emailDomain,
    groupAddress,
    deviceApproval: readOr(env, 'DEVICE_APPROVAL', 'users'),
    session: {
      unusedMs: readOr(env, 'SESSION_HOURS', 168) * 3_600_000,
      adminUnusedMs: readOr(env, 'ADMIN_SESSION_HOURS', 12) * 3_600_000,
      lifetimeMs: readOr(env, 'SESSION_DAYS', 30) * 86_400_000,
    },
    maxUploadBytes: Math.floor(readOr(env, 'MAX_UPLOAD_MB', 25) * 2 ** 20),
    retentionDays: read(env, 'RETENTION_DAYS'),
    editMinutes: readOr(env, 'EDIT_MINUTES', 15),
    deleteMinutes: readOr(env, 'DELETE_MINUTES', 60),
    originalsDays: readOr(env, 'KEEP_ORIGINALS_DAYS', 30),
    sendRate: readOr(env, 'SEND_RATE', 600),
    dailyMegabytes: readOr(env, 'DAILY_MB', 2_048),
    reserveBytes: Math.floor(readOr(env, 'RESERVE_MB', 256) * 2 ** 20),
    loginRate: readOr(env, 'LOGIN_RATE', 10),
    push: readPush(env),
    timeZone: readOr(env, 'TIME_ZONE', 'Europe/Madrid'),
    trustProxy: readOr(env, 'TRUST_PROXY', false),
    metricsToken: read(env, 'METRICS_TOKEN'),
    logLevel: readOr(env, 'LOG_LEVEL', 'info'),
  } as const;
}

/** The process's environment over the values of a `.env` file, or the one that SETTINGS_FILE names, where there is one. */
export function loadEnvironment(
  file = resolve(process.env.SETTINGS_FILE || '.env'),
): NodeJS.ProcessEnv {
  if (!process.env.SETTINGS_FILE && !existsSync(file)) return process.env;
  try {
    return { ...parseEnv(readFileSync(file, 'utf8')), ...process.env };
  } catch {
    throw new ConfigError(configTexts.unreadable(file));
  }
}
