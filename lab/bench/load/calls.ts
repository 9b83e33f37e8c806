import { Agent, request } from 'node:http';
import type { Route } from '@chat/contract/route';

const agent = new Agent({ keepAlive: true, maxSockets: 256, noDelay: true });

/**
 * Makes an HTTP call over a kept connection. Node's `fetch` costs more processor time than some of the answers that are
 * measured.
 */
export function call(
  url: string,
  { token, body, encoding }: { token?: string; body?: object | undefined; encoding?: string } = {},
): Promise<{ status: number; text: string }> {
  const json = body && JSON.stringify(body);
  return new Promise((settle, reject) => {
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(encoding && { 'accept-encoding': encoding }),
      ...(json && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(json),
      }),
    };
    const method = json ? 'POST' : 'GET';
    const sent = request(url, { method, agent, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        settle({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      );
    });
    sent.on('error', reject);
    sent.end(json);
  });
}

let made = 0;
const run = `${process.pid}-${Date.now()}`;

/** A message as the page sends it; its reference is nobody else's. */
export function newMessage(): { content: string; type: string; referenceId: string } {
  made++;
  const content = `Mensaje ${made}: a primera hora revisamos el presupuesto con el cliente`;
  return { content, type: 'TEXT', referenceId: `${run}-${made}` };
}

// The server measures delays with a timer of this period, and Node counts the period as a part of each delay.
const RESOLUTION_MS = 20;

interface Usage {
  cpuMs: number;
  bytes: number;
  /** The longest stall of the event loop since the metrics were last read: each reading resets it. */
  blockedMs: number;
  /** All but a hundredth of its delays were no longer, since then too; NaN for a baseline. */
  lagP99Ms: number;
}

/** The processor time and memory that a server has used so far, by its own figures. */
export async function usageOf(url: string): Promise<Usage> {
  const { text } = await call(`${url}/api/metrics`, { token: metricsToken });
  const figure = (name: string) =>
    Number(new RegExp(`^${name} ([\\d.e+-]+)`, 'm').exec(text)?.[1] ?? Number.NaN);
  return {
    cpuMs: figure('process_cpu_seconds_total') * 1000,
    bytes: figure('process_resident_memory_bytes'),
    blockedMs: figure('nodejs_eventloop_lag_max_seconds') * 1000 - RESOLUTION_MS,
    lagP99Ms: figure('nodejs_eventloop_lag_p99_seconds') * 1000 - RESOLUTION_MS,
  };
}

/**
 * Runs `work`, and measures the longest stall of the server's event loop meanwhile, ms. `work` must not read the metrics
 * itself: each reading resets the stall, so that a longer one before it would be lost.
 */
export async function measureLoopStall<T>(
  url: string,
  work: () => Promise<T>,
): Promise<[T, number]> {
  await usageOf(url);
  const result = await work();
  return [result, (await usageOf(url)).blockedMs];
}

/** The content of a route's answer, checked by the contract; throws for anything else. */
export function contentOf<Content extends Route['content']>(
  { content: schema }: { content: Content },
  answer: string,
) {
  return schema.parse(JSON.parse(answer).content);
}

/** The token that reads /api/metrics of a server behind a proxy. */
export const metricsToken = 'clave-de-las-medidas';
