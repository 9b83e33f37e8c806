import type { Envelope, Page, Pagination } from '@chat/contract/route';
import { httpTexts } from '../shared/http.texts.ts';
import type { Encoding } from './compression.ts';

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
  if (!page) return new Answer(items);
  const totalPages = Math.ceil(page.totalElements / page.size);
  return new Answer(items, { pagination: { ...page, totalPages }, rows });
}

/** As `answerList`, for a short list that is read whole anyway. */
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
