import { isIP } from 'node:net';
import { isBlank, limits } from '@chat/contract/checks';
import { z } from 'zod';

// The kinds of values that settings take.

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
export const s3Url = z.string().transform(parseOrRefuse);

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
export const trustedProxies = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .refine((parts) => /^[01]$/.test(parts.join()) || parts.every(isAddressOrNetwork))
  .transform((parts): TrustedProxies => {
    if (parts.join() === '0') return false;
    return parts.join() === '1' || parts;
  });

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max);
export const MAX_NUMBER = 1_000_000;
export const positiveUpTo = (max: number) =>
  z
    .string()
    .regex(/^\d*\.?\d+$/)
    .transform(Number)
    .refine((value) => value > 0 && value <= max);
export const positiveNumber = positiveUpTo(MAX_NUMBER);
export const numberFromZero = z
  .string()
  .regex(/^\d*\.?\d+$/)
  .transform(Number)
  .refine((value) => value <= MAX_NUMBER);
export const origin = z.string().refine((value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
});
export const MAX_TEXT = 1_000;
export const text = z.string().refine((value) => value.trim() !== '' && value.length <= MAX_TEXT);
// The provider's name for itself, to which its tokens are compared: kept as it was written.
export const issuer = z.string().refine((value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const extras = url && `${url.username}${url.password}${url.search}${url.hash}`;
  return url?.protocol === 'https:' && extras === '' && !/[?#]/.test(value);
});
export const MAX_COMPANY_NAME = 40;
export const companyName = z
  .string()
  .trim()
  .refine((value) => !isBlank(value) && [...value].length <= MAX_COMPANY_NAME);
// A name for which Intl has no time is no zone.
export const timeZone = z.string().refine((value) => {
  try {
    return Boolean(new Intl.DateTimeFormat('es', { timeZone: value }));
  } catch {
    return false;
  }
});
export const password = z
  .string()
  .refine(
    (value) => [...value].length >= limits.passwordMin && [...value].length <= limits.passwordMax,
  );
