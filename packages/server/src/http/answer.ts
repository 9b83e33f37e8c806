import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Envelope, Page, Pagination } from '@chat/contract/route';
import { negotiate } from '@fastify/accept-negotiator';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { httpTexts } from '../shared/http.texts.ts';

/** An action's answer with a status or a page beside its content. */
export class Answer<Content> {
  readonly content: Content;
  readonly status: 200 | 201 | undefined;
  readonly pagination: Pagination;
  readonly headers: Record<string, string>;
  /** How much was read for it, of which it may hold a part. */
  readonly rows: number;

  constructor(
    content: Content,
    more: {
      status?: 200 | 201;
      pagination?: Pagination;
      headers?: Record<string, string>;
      rows?: number;
    } = {},
  ) {
    this.content = content;
    this.rows = more.rows ?? (Array.isArray(content) ? content.length : 1);
    this.status = more.status;
    this.pagination = more.pagination ?? null;
    this.headers = more.headers ?? {};
  }
}

/** A whole answer as the bytes that go out. */
export class EncodedAnswer {
  readonly bytes: Buffer;
  readonly encoding: Encoding;
  /** As of an `Answer`. */
  readonly rows: number;

  constructor(bytes: Buffer, encoding: Encoding, rows: number) {
    this.bytes = bytes;
    this.encoding = encoding;
    this.rows = rows;
  }
}

interface ListedPage {
  page: number;
  size: number;
  totalElements: number;
}

/** A list, with its pagination when a page of it was asked for. */
export function answerList<Item>(
  items: Item[],
  page: ListedPage | undefined,
  rows = items.length,
): Answer<Item[]> {
  if (!page) return new Answer(items, { rows });
  const totalPages = Math.ceil(page.totalElements / page.size);
  return new Answer(items, { pagination: { ...page, totalPages }, rows });
}

/** Answers a short list that is read whole anyway, or the page of it that was asked for. */
export function answerPart<Item>(items: Item[], page: Page | undefined): Answer<Item[]> {
  if (!page) return new Answer(items);
  const start = (page.page - 1) * page.size;
  const part = items.slice(start, start + page.size);
  return answerList(part, { ...page, totalElements: items.length }, items.length);
}

export function envelope<Content>(answer: Answer<Content>, status: number): Envelope<Content> {
  return {
    content: answer.content,
    statusCode: status,
    message: httpTexts.ok,
    pagination: answer.pagination,
  };
}

// Long lists alone: small answers gain nothing, and secrets never share a compressed answer with texts of others.
const WORTH_BYTES = 8_192;
// Below it an answer is compressed at one go: a stream of its own, between threads, costs it ten times as much.
const AT_ONE_GO_BYTES = 1_000_000;
// Within a tenth of what the best take, in a fifth of the time of the usual ones.
const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const QUICK_GZIP = { level: 2 };
const ENCODINGS = ['br', 'gzip'] as const;

export async function compressLongAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: WORTH_BYTES,
    syncThreshold: AT_ONE_GO_BYTES,
    encodings: [...ENCODINGS],
    brotliOptions: QUICK_BROTLI,
    zlibOptions: QUICK_GZIP,
  });
}

export type Encoding = (typeof ENCODINGS)[number] | 'identity';

/** As what the caller would have a long answer. */
export function encodingFor({ headers }: FastifyRequest): Encoding {
  const accepted = headers['accept-encoding'];
  if (accepted === undefined || headers['x-no-compression'] !== undefined) return 'identity';
  const wanted = negotiate(String(accepted), [...ENCODINGS]);
  return ENCODINGS.find((one) => one === wanted) ?? 'identity';
}

/** Compresses to the same bytes as `compressLongAnswers`; returns undefined for what is too long for one go. */
export function encodeAtOneGo(
  bytes: Buffer,
  encoding: Encoding,
): { bytes: Buffer; encoding: Encoding } | undefined {
  if (bytes.length > AT_ONE_GO_BYTES) return undefined;
  if (bytes.length < WORTH_BYTES || encoding === 'identity') return { bytes, encoding: 'identity' };
  const compressed =
    encoding === 'br' ? brotliCompressSync(bytes, QUICK_BROTLI) : gzipSync(bytes, QUICK_GZIP);
  return { bytes: compressed, encoding };
}
