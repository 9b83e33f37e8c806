import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { portOf } from '../src/http/addresses.ts';

export interface FakeS3 {
  /** The address in the form of `S3_URL`. */
  url: string;
  /** The objects in the bucket. */
  objects: Map<string, Buffer>;
  /** From now on every request fails, or no longer fails. */
  fail(failing: boolean): void;
  /** From now on no request is read further or answered, or all are again. */
  hang(hanging: boolean): void;
  /** The number of requests so far. */
  calls(): number;
  /** Refuses every request to remove this object. */
  lock(key: string): void;
  /** Every later request to remove several objects gets this status; undefined removes objects again. */
  refuseTogether(status: number | undefined): void;
  /** Every later PUT is answered 504, as by a proxy that gives up, and stored when `putLate` is switched off. */
  putLate(isLate: boolean): void;
  /** Every later read sends half of the object and then nothing more, or the whole object again. */
  halve(halving: boolean): void;
  close(): Promise<void>;
}

const KEY = 'clave';
const BUCKET = '/archivos';

function sendObject(
  response: ServerResponse,
  object: Buffer,
  { range, isHalf }: { range: string | undefined; isHalf: boolean },
): void {
  const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  const part = object.subarray(Number(start ?? 0), end ? Number(end) + 1 : undefined);
  response.writeHead(start === undefined ? 200 : 206, { 'content-length': part.length });
  if (isHalf) response.write(part.subarray(0, part.length / 2));
  else response.end(part);
}

/** An error as a store sends it, with a code for the reason. */
function sendError(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(element('Error', element('Code', code)));
}

const codeOf = (status: number) =>
  ({ 403: 'InvalidAccessKeyId', 404: 'NoSuchBucket' })[status] ?? 'InternalError';

const element = (name: string, text: string) => `<${name}>${text}</${name}>`;

/** Removes the objects in `body` except locked ones, and returns the outcome of each. */
function removeAll(objects: Map<string, Buffer>, locked: Set<string>, body: string): string {
  const keys = [...body.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key);
  const answers = keys.map((key) => {
    const isLocked = locked.has(key);
    if (!isLocked) objects.delete(key);
    return element(isLocked ? 'Error' : 'Deleted', element('Key', key));
  });
  return element('DeleteResult', answers.join(''));
}

/** One key a page, so that every reader has to go on. */
function listOf(keys: string[], { url }: IncomingMessage): string {
  const after = Number(
    new URL(url ?? '/', 'http://fake').searchParams.get('continuation-token') ?? 0,
  );
  const contents = keys.slice(after, after + 1).map((key) => {
    const fields = { Key: key, LastModified: new Date(0).toISOString(), ETag: '1', Size: '1' };
    const parts = Object.entries(fields).map(([name, text]) => element(name, text));
    return element('Contents', parts.join(''));
  });
  const isMore = after + 1 < keys.length;
  const next = isMore ? element('NextContinuationToken', String(after + 1)) : '';
  return element(
    'ListBucketResult',
    element('IsTruncated', String(isMore)) + next + contents.join(''),
  );
}

const keyOfSource = (source: string) => decodeURIComponent(source).slice(BUCKET.length + 1);

/** The bucket's objects, and the faults that a test has asked for. */
class Bucket {
  readonly objects = new Map<string, Buffer>();
  readonly locked = new Set<string>();
  isFailing = false;
  isHanging = false;
  isHalf = false;
  togetherStatus: number | undefined;
  late: (() => unknown)[] | undefined;
  calls = 0;
  private readonly signed: RegExp;

  constructor(region: string) {
    this.signed = new RegExp(`^AWS4-HMAC-SHA256 Credential=${KEY}/\\d{8}/${region}/s3/`);
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.calls++;
    if (this.isHanging) return;
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://fake').pathname);
    const body = await buffer(request);
    const status = this.statusOf(request, path);
    if (status !== 200) sendError(response, status, codeOf(status));
    else this.serve(request, path.slice(BUCKET.length + 1), body, response);
  }

  private statusOf({ headers }: IncomingMessage, path: string): number {
    if (this.isFailing) return 500;
    if (!this.signed.test(headers.authorization ?? '')) return 403;
    return path === BUCKET || path.startsWith(`${BUCKET}/`) ? 200 : 404;
  }

  private serve(request: IncomingMessage, key: string, body: Buffer, response: ServerResponse) {
    const { method, headers } = request;
    const { isHalf, togetherStatus } = this;
    const object = this.objects.get(key);
    if (method === 'PUT') this.put(request, key, body, response);
    else if (method === 'POST' && togetherStatus) sendError(response, togetherStatus, 'Refused');
    else if (method === 'POST') response.end(removeAll(this.objects, this.locked, String(body)));
    else if (method === 'DELETE') this.removeOne(key, response);
    else if (method === 'HEAD') response.end();
    else if (key === '') response.end(listOf([...this.objects.keys()], request));
    else if (object) sendObject(response, object, { range: headers.range, isHalf });
    else sendError(response, 404, 'NoSuchKey');
  }

  private removeOne(key: string, response: ServerResponse): void {
    if (this.locked.has(key)) sendError(response, 403, 'AccessDenied');
    else if (this.objects.delete(key)) response.writeHead(204).end();
    // Most stores answer 204 here too; some do not.
    else sendError(response, 404, 'NoSuchKey');
  }

  private put(
    { headers }: IncomingMessage,
    key: string,
    body: Buffer,
    response: ServerResponse,
  ): void {
    const source = headers['x-amz-copy-source'];
    const bytes = source === undefined ? body : this.objects.get(keyOfSource(String(source)));
    const store = () => bytes && this.objects.set(key, bytes);
    const result = '<CopyObjectResult><ETag>"1"</ETag></CopyObjectResult>';
    if (!bytes) sendError(response, 404, 'NoSuchKey');
    else if (this.late) {
      this.late.push(store);
      sendError(response, 504, 'GatewayTimeout');
    } else {
      store();
      response.end(source === undefined ? undefined : result);
    }
  }
}

/**
 * The part of the S3 protocol that the product uses, over a real socket. Signatures must be present and name the
 * region, but are not verified.
 */
export async function openFakeS3({ region = 'us-east-1' } = {}): Promise<FakeS3> {
  const bucket = new Bucket(region);
  const server = createServer((request, response) => void bucket.answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server);
  return {
    url: `s3://${KEY}:secreto@127.0.0.1:${port}${BUCKET}?region=${region}&tls=0`,
    objects: bucket.objects,
    fail(failing) {
      bucket.isFailing = failing;
    },
    hang(hanging) {
      bucket.isHanging = hanging;
    },
    calls: () => bucket.calls,
    lock: (key) => void bucket.locked.add(key),
    refuseTogether(status) {
      bucket.togetherStatus = status;
    },
    putLate(isLate) {
      for (const store of bucket.late ?? []) store();
      bucket.late = isLate ? [] : undefined;
    },
    halve(halving) {
      bucket.isHalf = halving;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
