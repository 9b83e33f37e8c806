import { z } from 'zod';

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
