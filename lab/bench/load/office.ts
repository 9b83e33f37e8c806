import { Agent, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** People behind one address, whose pages ask the server from there. */
export interface Office {
  address: string;
  agent: Agent;
}

// As many as ask at once; a proxy before the server leaves as few open to it.
const FREE_CONNECTIONS = 8;

export function openOffice(address: string): Office {
  const agent = new Agent({
    keepAlive: true,
    noDelay: true,
    localAddress: address,
    maxFreeSockets: FREE_CONNECTIONS,
  });
  return { address, agent };
}

interface Asked {
  token?: string;
  /** A packet that is posted; without it something is read. */
  packet?: string;
  timeoutMs: number;
}

export interface Answered {
  status: number;
  text: string;
  /** For so long the server does not want to be asked again. */
  retryAfterMs: number | undefined;
}

// As browsers say it.
const ENCODINGS = 'gzip, deflate, br, zstd';

const decoders: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

/** Asks as a page behind that address does; rejects without an answer in time. */
export function ask(
  url: string,
  { agent }: Office,
  { token, packet, timeoutMs }: Asked,
): Promise<Answered> {
  return new Promise((settle, reject) => {
    const headers = {
      'accept-encoding': ENCODINGS,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(packet && {
        'content-type': 'text/plain;charset=UTF-8',
        'content-length': Buffer.byteLength(packet),
      }),
    };
    const signal = AbortSignal.timeout(timeoutMs);
    const sent = request(url, { method: packet ? 'POST' : 'GET', agent, headers, signal });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const { 'retry-after': after, 'content-encoding': encoding = '' } = answer.headers;
        const bytes = Buffer.concat(chunks);
        settle({
          status: answer.statusCode ?? 0,
          text: (decoders[encoding]?.(bytes) ?? bytes).toString(),
          retryAfterMs: after === undefined ? undefined : Number(after) * 1000,
        });
      });
    });
    sent.end(packet);
  });
}
