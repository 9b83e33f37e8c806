import { Readable } from 'node:stream';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Envelope, Page, Pagination } from '@chat/contract/route';
import { negotiate } from '@fastify/accept-negotiator';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { writeCsv } from '../shared/csv.ts';
import { AppError, notFound } from '../shared/errors.ts';
import { httpTexts } from '../shared/http.texts.ts';
import { newUuid } from '../shared/new-uuid.ts';
import type { ByteRange } from '../storage/storage.ts';

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

interface OpenedBytes {
  bytes: Readable;
  /** Undefined for what is made while it is sent. */
  size: number | undefined;
}

/** Bytes as an answer, instead of an envelope. */
export interface Download {
  fileName: string;
  mediaType: string;
  /** Shown in place by a browser; else it saves them. */
  isInline: boolean;
  /** The tag of these bytes for good: they never change under their address. */
  etag: string;
  /** Undefined where it is known only when they are opened: then they come whole. */
  size: number | undefined;
  open(range?: ByteRange): Promise<OpenedBytes | undefined>;
}

/** A CSV that is made while it is sent, part by part; each is new. */
export function csvDownload(
  fileName: string,
  header: readonly string[],
  parts: AsyncIterable<string[][]>,
): Download {
  return {
    fileName,
    mediaType: 'text/csv; charset=utf-8',
    isInline: false,
    etag: `"${newUuid()}"`,
    size: undefined,
    open: async () => ({ bytes: Readable.from(writeCsv(header, parts)), size: undefined }),
  };
}

// Kept by the reader's browser alone, which asks each time whether they may still read it.
const ASK_AGAIN = 'private, no-cache';

const percentEncoded = (text: string) =>
  encodeURIComponent(text).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** RFC 6266: plain letters for old readers, the whole name for all others. */
function disposition({ fileName, isInline }: Download): string {
  const plain = fileName.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const kind = isInline ? 'inline' : 'attachment';
  return `${kind}; filename="${plain}"; filename*=UTF-8''${percentEncoded(fileName)}`;
}

/** The reader has these very bytes already. */
function isKnown(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match'];
  if (known === undefined) return false;
  return known.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')));
}

/** The one range asked for; several, or of another state of the file, are answered with the whole. */
function askedRange(request: FastifyRequest, etag: string, size: number): ByteRange | undefined {
  const { range, 'if-range': condition } = request.headers;
  if (range === undefined || (condition !== undefined && condition !== etag)) return undefined;
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range.replaceAll(' ', '')) ?? [];
  if (first === undefined || last === undefined || first + last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  if (start > end) {
    const headers = { 'Content-Range': `bytes */${size}` };
    throw new AppError(416, httpTexts.noSuchRange, {}, headers);
  }
  return { start, end };
}

/** Sends the bytes, a part of them, or word that the reader has them already; nothing of them can run in their browser. */
export async function sendDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  download: Download,
): Promise<FastifyReply> {
  const { etag, size } = download;
  const cacheable = { etag, 'cache-control': ASK_AGAIN, vary: 'Authorization, Cookie' };
  if (isKnown(request, etag)) return reply.status(304).headers(cacheable).send();
  const range = size === undefined ? undefined : askedRange(request, etag, size);
  const isHead = request.method === 'HEAD';
  // Whether there is one that is made later, only its opening tells.
  const isKnownToBe = isHead && size !== undefined;
  const stored = isKnownToBe ? { bytes: Readable.from([]), size } : await download.open(range);
  if (!stored) throw notFound();
  reply.status(range ? 206 : 200).headers({
    ...cacheable,
    'content-type': download.mediaType,
    'content-disposition': disposition(download),
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
  });
  if (size !== undefined) reply.header('accept-ranges', 'bytes');
  const length = range ? range.end - range.start + 1 : stored.size;
  if (length !== undefined) reply.header('content-length', length);
  if (range) reply.header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  if (!isHead) return reply.send(stored.bytes);
  stored.bytes.destroy();
  return reply.send(Readable.from([]));
}
