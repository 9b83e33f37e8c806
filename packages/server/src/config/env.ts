import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { limits } from '@chat/contract/checks';
import { appendDomain } from '@chat/contract/forms';
import { z } from 'zod';
import { isAddress, isHomeName, isPublicAddress } from '../shared/public-addresses.ts';
import { configTexts } from './operator.texts.ts';
import {
  companyName,
  issuer,
  MAX_COMPANY_NAME,
  MAX_NUMBER,
  MAX_TEXT,
  numberFromZero,
  origin,
  password,
  positiveNumber,
  positiveUpTo,
  s3Url,
  text,
  timeZone,
  trustedProxies,
  wholeNumber,
} from './setting-values.ts';
import { defaultTiming } from './timing.ts';

/** A setting that cannot be used; its message is the one line that stops the start. */
export class ConfigError extends Error {}

/** The fewest characters of the installation's key. */
export const KEY_LENGTH = 32;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const approvals = ['users', 'all', 'off'] as const;
const secondSteps = ['off', 'admins', 'all'] as const;
const firstPasswords = ['keep', 'change'] as const;
const supervisions = ['on', 'reason', 'off'] as const;
const onOrOff = ['on', 'off'] as const;
const zeroOrOne = ['0', '1'] as const;

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
  RETENTION_DAYS: [
    positiveUpTo(limits.retentionDaysMax),
    configTexts.positiveNumber(limits.retentionDaysMax),
  ],
  EDIT_MINUTES: [numberFromZero, configTexts.numberFromZero(MAX_NUMBER)],
  DELETE_MINUTES: [numberFromZero, configTexts.numberFromZero(MAX_NUMBER)],
  KEEP_ORIGINALS_DAYS: [numberFromZero, configTexts.numberFromZero(MAX_NUMBER)],
  SEND_RATE: [wholeNumber(0, MAX_NUMBER), configTexts.wholeNumber(0, MAX_NUMBER)],
  DAILY_MB: [numberFromZero, configTexts.numberFromZero(MAX_NUMBER)],
  RESERVE_MB: [numberFromZero, configTexts.numberFromZero(MAX_NUMBER)],
  TWO_STEPS: [z.enum(secondSteps), configTexts.oneOf(secondSteps)],
  FIRST_PASSWORD: [z.enum(firstPasswords), configTexts.oneOf(firstPasswords)],
  LOGIN_RATE: [wholeNumber(1, MAX_NUMBER), configTexts.wholeNumber(1, MAX_NUMBER)],
  TRUST_PROXY: [trustedProxies, configTexts.proxies],
  PUSH: [z.enum(onOrOff), configTexts.oneOf(onOrOff)],
  PUSH_CONTENT: [z.enum(zeroOrOne), configTexts.oneOf(zeroOrOne)],
  PUSH_ALLOW_PRIVATE: [z.enum(zeroOrOne), configTexts.oneOf(zeroOrOne)],
  OIDC_ISSUER: [issuer, configTexts.issuer],
  OIDC_CLIENT_ID: [text, configTexts.text(MAX_TEXT)],
  OIDC_CLIENT_SECRET: [text, configTexts.text(MAX_TEXT)],
  OIDC_NAME: [companyName, configTexts.text(MAX_COMPANY_NAME)],
  OIDC_CREATE: [z.enum(zeroOrOne), configTexts.oneOf(zeroOrOne)],
  PASSWORD_LOGIN: [z.enum(zeroOrOne), configTexts.oneOf(zeroOrOne)],
  SUPERVISION: [z.enum(supervisions), configTexts.oneOf(supervisions)],
  TIME_ZONE: [timeZone, configTexts.timeZone],
  AUDIT_KEY: [
    z
      .string()
      .trim()
      .refine((value) => [...value].length >= KEY_LENGTH),
    configTexts.key(KEY_LENGTH),
  ],
  AUDIT_FILE: [z.string(), ''],
  AUDIT_DAYS: [wholeNumber(365, 36_500), configTexts.wholeNumber(365, 36_500)],
  METRICS_TOKEN: [z.string().regex(/^[\x21-\x7e]{8,}$/), configTexts.token],
  LOG_LEVEL: [z.enum(logLevels), configTexts.oneOf(logLevels)],
} satisfies Record<string, [z.ZodType, string]>;

type Name = keyof typeof variables;

export const settingNames: readonly string[] = Object.keys(variables);

/** The value of a variable for an error message: one line, no secrets. */
function shown(name: Name, value: string): string {
  if (/^(ADMIN_PASSWORD|METRICS_TOKEN|OIDC_CLIENT_SECRET|AUDIT_KEY)$/.test(name)) return '***';
  const open = name.endsWith('_URL') ? value.replace(/^(\w+:\/\/)?.*@/s, '$1***@') : value;
  return JSON.stringify(open).slice(1, -1);
}

/** One line that names the variable, what it holds and what it takes (rules/installation 4). */
export const wrongSetting = (name: Name, value: string, takes: string): ConfigError =>
  new ConfigError(configTexts.wrong(name, shown(name, value), takes));

type Values = { [N in Name]: z.output<(typeof variables)[N][0]> };
/** The `variables`, typed so that what a schema gives is known by the name of its variable. */
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

/** Company sign-in; undefined where its three settings are not given. */
function readOidc(env: NodeJS.ProcessEnv) {
  const [issuer, clientId] = [read(env, 'OIDC_ISSUER'), read(env, 'OIDC_CLIENT_ID')];
  const clientSecret = read(env, 'OIDC_CLIENT_SECRET');
  const name = readOr(env, 'OIDC_NAME', configTexts.companyAccount);
  const registersUnknown = readOr(env, 'OIDC_CREATE', '0') === '1';
  if (issuer && clientId && clientSecret) {
    return { issuer, clientId, clientSecret, name, registersUnknown };
  }
  if (issuer || clientId || clientSecret) throw new ConfigError(configTexts.oidcTogether);
  if (readOr(env, 'PASSWORD_LOGIN', '1') === '0') {
    throw wrongSetting('PASSWORD_LOGIN', '0', configTexts.onlyWithIssuer);
  }
  return undefined;
}

// Where a process listens says nothing of how the product behaves.
const isOfProduct = (name: string) => name !== 'HOST' && name !== 'PORT';

/** The settings as the operator wrote them. */
function givenSettings(env: NodeJS.ProcessEnv): Record<string, string> {
  const given = settingNames.filter(isOfProduct).map((name) => [name, env[name] ?? '']);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

/** The key with which an installation goes on, where the operator gives it to `admin audit rekey`. */
export function readNewKey({ AUDIT_KEY_NEW }: NodeJS.ProcessEnv): string | undefined {
  try {
    return read({ AUDIT_KEY: AUDIT_KEY_NEW }, 'AUDIT_KEY');
  } catch {
    throw new ConfigError(configTexts.wrong('AUDIT_KEY_NEW', '***', configTexts.key(KEY_LENGTH)));
  }
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
    twoSteps: readOr(env, 'TWO_STEPS', 'off'),
    firstPassword: readOr(env, 'FIRST_PASSWORD', 'keep'),
    loginRate: readOr(env, 'LOGIN_RATE', 10),
    push: readPush(env),
    oidc: readOidc(env),
    passwordLogin: readOr(env, 'PASSWORD_LOGIN', '1') === '1',
    supervision: readOr(env, 'SUPERVISION', 'on'),
    timeZone: readOr(env, 'TIME_ZONE', 'Europe/Madrid'),
    trustProxy: readOr(env, 'TRUST_PROXY', false),
    auditKey: read(env, 'AUDIT_KEY'),
    auditFile: read(env, 'AUDIT_FILE'),
    auditDays: read(env, 'AUDIT_DAYS'),
    given: givenSettings(env),
    metricsToken: read(env, 'METRICS_TOKEN'),
    logLevel: readOr(env, 'LOG_LEVEL', 'info'),
    timing: defaultTiming,
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
