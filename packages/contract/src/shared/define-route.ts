import type { z } from 'zod';

/** Who may call a route before its own access rules are asked: `manager` is a GROUP_MANAGER or an ADMIN. */
export type Access = 'public' | 'session' | 'manager' | 'admin';

export interface Route {
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`, parameters as `:name`. */
  path: string;
  access: Access;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** By their names in lower case. */
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** The body may also come as a multipart form whose fields carry the same names. */
  multipart?: true;
  content: z.ZodType;
  /** Answers with bytes instead of an envelope; `content` says nothing. */
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

/** What a client passes to a call of the route. */
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
