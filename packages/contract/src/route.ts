import { z } from 'zod';
import { limits } from './checks.ts';
import { rawText } from './fields.ts';
import type { RequiredStep } from './session.ts';

/** The role that a call needs before the route's own access rules: `manager` is a GROUP_MANAGER or an ADMIN. */
export type Access = 'public' | 'session' | 'manager' | 'admin';

export interface Route {
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`, parameters as `:name`. */
  path: string;
  access: Access;
  /** The steps during which a restricted session may call it; without it none. Public routes need none. */
  whileRequired?: 'any' | readonly RequiredStep[];
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Header names in lower case. */
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** The body may also come as a multipart form whose fields carry the same names. */
  multipart?: true;
  content: z.ZodType;
  /** The answer is the bytes of a file without an envelope; `content` is unused. */
  isFile?: true;
  /** 200 unless something is created. */
  status?: 200 | 201;
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

export type ParamsOf<R extends Route> = Output<R['params']>;
export type QueryOf<R extends Route> = Output<R['query']>;
export type HeadersOf<R extends Route> = Output<R['headers']>;
export type BodyOf<R extends Route> = Output<R['body']>;
export type ContentOf<R extends Route> = z.output<R['content']>;

/** The parameters, query, headers and body of a call, as a client passes them. */
export interface CallOf<R extends Route> {
  params: Input<R['params']>;
  query: Input<R['query']>;
  headers: Input<R['headers']>;
  body: Input<R['body']>;
}

/** Fixes the literal types of a route, so that server and page infer the same call from one object. */
export function defineRoute<const R extends Route>(route: R): R {
  return route;
}

/** The content of an answer without data. */
export const nothing = z.null();

export const paginationSchema = z
  .object({
    page: z.int(),
    size: z.int(),
    totalElements: z.int(),
    totalPages: z.int(),
  })
  .nullable();

export type Pagination = z.infer<typeof paginationSchema>;

/** The body of every successful answer; `statusCode` equals the HTTP status. */
export interface Envelope<Content> {
  content: Content;
  statusCode: number;
  message: string;
  pagination: Pagination;
}

/** The body of every failed answer; `errors` maps a field to its messages. */
export const errorEnvelopeSchema = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())),
  statusCode: z.int(),
});

export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>;
export type FieldErrors = ErrorEnvelope['errors'];

const wholeNumber = (error: string) =>
  z.string({ error }).regex(/^\d+$/, { error, abort: true }).transform(Number);

// Far more than any list has; the offset of the last page is still an exact number.
const MAX_PAGES = 10 ** 12;

const pageErrors = {
  tooLow: 'La página empieza en 1',
  tooHigh: 'El número de página es demasiado grande',
  size: (max: number) => `El tamaño va de 1 a ${max}`,
};

/** The most items of a page. */
export const sizeUpTo = (max: number) =>
  wholeNumber(pageErrors.size(max))
    .refine((size) => size >= 1 && size <= max, { error: pageErrors.size(max) })
    .optional();

/** `page` (from 1) and `size` of a list; both absent means everything (rules/api 12). */
export const pageQuery = {
  page: wholeNumber(pageErrors.tooLow)
    .refine((page) => page >= 1, { error: pageErrors.tooLow })
    .refine((page) => page <= MAX_PAGES, { error: pageErrors.tooHigh })
    .optional(),
  size: sizeUpTo(limits.pageSize),
};

/** The file of a multipart form as the server has received it; its bytes wait at `path` while the call is answered. */
export class FormFile {
  readonly fileName: string;
  readonly path: string;
  readonly size: number;

  constructor(fileName: string, path: string, size: number) {
    this.fileName = fileName;
    this.path = path;
    this.size = size;
  }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/** A text in place of a file counts as no file; null means that another object is in the place of the file. */
function readFormFile(value: unknown): FormFile | null | undefined {
  if (value instanceof FormFile) return value;
  return isObject(value) ? null : undefined;
}

/** The file field of a form; JSON cannot carry one. */
export const formFileSchema = z
  .unknown()
  .meta({ type: 'string', format: 'binary' })
  .transform(readFormFile)
  .optional();
export type FormFileField = z.output<typeof formFileSchema>;

/** A search text in a query string. */
export const searchText = rawText({ max: limits.email }).optional();

export interface Page {
  page: number;
  size: number;
}
