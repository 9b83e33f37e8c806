import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { portOf } from '../src/http/port-of.ts';

export interface FakeS3 {
  /** As `S3_URL` takes it. */
  url: string;
  /** What lies in the bucket. */
  objects: Map<string, Buffer>;
  /** Whatever is asked from now on fails, or no longer. */
  fail(failing: boolean): void;
  /** Whatever is asked from now on is read no further and has no answer, or no longer. */
  hang(hanging: boolean): void;
  /** How often it was called so far. */
  calls(): number;
  /** This one is not removed, whoever asks. */
  lock(key: string): void;
  close(): Promise<void>;
}

const KEY = 'clave';
const BUCKET = '/archivos';
const SIGNED = `AWS4-HMAC-SHA256 Credential=${KEY}/`;

function sendObject(response: ServerResponse, object: Buffer, range: string | undefined): void {
  const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  if (start === undefined) {
    response.writeHead(200, { 'content-length': object.length }).end(object);
    return;
  }
  const part = object.subarray(Number(start), end ? Number(end) + 1 : undefined);
  response.writeHead(206, { 'content-length': part.length }).end(part);
}

const element = (name: string, text: string) => `<${name}>${text}</${name}>`;

/** Removes what `body` names but for the locked ones, and says of each what became of it. */
function removeAll(objects: Map<string, Buffer>, locked: Set<string>, body: string): string {
  const keys = [...body.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key);
  const answers = keys.map((key) => {
    const isLocked = locked.has(key);
    if (!isLocked) objects.delete(key);
    return element(isLocked ? 'Error' : 'Deleted', element('Key', key));
  });
  return element('DeleteResult', answers.join(''));
}

const keyOfSource = (source: string) => decodeURIComponent(source).slice(BUCKET.length + 1);

/** Speaks as much of the S3 protocol as is asked of it, over a real socket; signatures are asked for, not verified. */
export async function openFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, Buffer>();
  const locked = new Set<string>();
  let isFailing = false;
  let isHanging = false;
  let calls = 0;

  function statusOf({ headers }: IncomingMessage, path: string): number {
    if (isFailing) return 500;
    if (!headers.authorization?.startsWith(SIGNED)) return 403;
    return path === BUCKET || path.startsWith(`${BUCKET}/`) ? 200 : 404;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    calls++;
    if (isHanging) return;
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://fake').pathname);
    const key = path.slice(BUCKET.length + 1);
    const body = await buffer(request);
    const status = statusOf(request, path);
    const object = objects.get(key);
    if (status === 200 && request.method === 'PUT') return put(request, key, body, response);
    if (status === 200 && request.method === 'POST') {
      response.writeHead(200).end(removeAll(objects, locked, String(body)));
      return;
    }
    if (status !== 200 || request.method !== 'GET') response.writeHead(status).end();
    else if (object) sendObject(response, object, request.headers.range);
    else response.writeHead(404).end();
  }

  function put({ headers }: IncomingMessage, key: string, body: Buffer, response: ServerResponse) {
    const source = headers['x-amz-copy-source'];
    const bytes = source === undefined ? body : objects.get(keyOfSource(String(source)));
    if (bytes) objects.set(key, bytes);
    const result = '<CopyObjectResult><ETag>"1"</ETag></CopyObjectResult>';
    response.writeHead(bytes ? 200 : 404).end(source === undefined ? undefined : result);
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server);
  return {
    url: `s3://${KEY}:secreto@127.0.0.1:${port}${BUCKET}?tls=0`,
    objects,
    fail(failing) {
      isFailing = failing;
    },
    hang(hanging) {
      isHanging = hanging;
    },
    calls: () => calls,
    lock: (key) => void locked.add(key),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
