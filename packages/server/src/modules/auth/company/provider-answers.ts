import { codeOf } from '../../../shared/errors.ts';

/** A failure whose reason goes to the log: words of our own and names of checks, nothing that was sent. */
class ProviderFailure extends Error {
  get reason(): string {
    return this.message;
  }
}

/** The provider gave no answer that could be used: no connection, none in time, or that it is out of order. */
export class ProviderAway extends ProviderFailure {}

/** The provider's answer proves nothing. */
export class NotProven extends ProviderFailure {}

const DEPTH = 6;

/** The library wraps what fails within it. */
export function findAway(thrown: unknown): ProviderAway | undefined {
  let error = thrown;
  for (let depth = 0; depth < DEPTH && error instanceof Error; depth++) {
    if (error instanceof ProviderAway) return error;
    error = error.cause;
  }
  return undefined;
}

const NAME = /^[a-zA-Z0-9_]{1,60}$/;

/** A value of this name somewhere among the causes, where it is a name and no text. */
function findName(thrown: unknown, name: 'error' | 'claim' | 'attribute'): string[] {
  let value = thrown;
  for (let depth = 0; depth < DEPTH && typeof value === 'object' && value !== null; depth++) {
    const found = Reflect.get(value, name);
    if (typeof found === 'string' && NAME.test(found)) return [found];
    value = Reflect.get(value, 'cause');
  }
  return [];
}

/** The name of the library's check that failed, at which claim, and the provider's word for a refusal. */
export function reasonOf(thrown: unknown): string {
  const names = (['error', 'claim', 'attribute'] as const).flatMap((name) =>
    findName(thrown, name),
  );
  return [codeOf(thrown) || 'unknown', ...names].join(' ');
}

// The longest of what a provider has to say, its keys, are some ten kilobytes.
const MAX_BYTES = 262_144;

async function readBounded({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new ProviderAway('answer too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const isOutOfOrder = (status: number) => status === 429 || status >= 500;

/**
 * Asks the provider until `deadline`. Answers are bounded as they are unpacked, and no redirection is followed: the
 * server calls the provider's own addresses and no others.
 */
export const boundedFetch =
  (deadline: AbortSignal) =>
  async (url: string, init: object): Promise<Response> => {
    try {
      const response = await fetch(url, { ...init, redirect: 'manual', signal: deadline });
      const { status, headers } = response;
      const body = await readBounded(response);
      if (isOutOfOrder(status)) throw new ProviderAway(`status ${status}`);
      return new Response(body.length > 0 ? new Uint8Array(body) : null, { status, headers });
    } catch (error) {
      if (error instanceof ProviderAway) throw error;
      throw new ProviderAway(deadline.aborted ? 'no answer' : 'no connection');
    }
  };
