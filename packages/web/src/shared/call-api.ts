import type {
  CallOf,
  ContentOf,
  Envelope,
  ErrorEnvelope,
  Pagination,
  Route,
} from '@chat/contract/route';
import { reasonOf, requiredSteps } from '@chat/contract/session';
import { ApiError } from './api-error.ts';
import { noteServerTime } from './server-clock.ts';
import { closeSession, readSession, setRequired } from './session.ts';

type OptionalParts<R extends Route> = {
  [Part in keyof CallOf<R>]: Part extends 'query' | 'headers'
    ? Part
    : undefined extends CallOf<R>[Part]
      ? Part
      : never;
}[keyof CallOf<R>];

/** The input of a route, as the contract types it; `form` carries the body of a multipart route. */
type Call<R extends Route> = Omit<CallOf<R>, OptionalParts<R>> &
  Partial<Pick<CallOf<R>, OptionalParts<R>>> & { signal?: AbortSignal };
type FormCall<R extends Route> = Omit<Call<R>, 'body'> & { form: FormData };
type AnyCall<R extends Route> = R extends { multipart: true } ? Call<R> | FormCall<R> : Call<R>;
type Rest<R extends Route> = object extends Call<R> ? [call?: AnyCall<R>] : [call: AnyCall<R>];

// A connection that died in a sleep would keep its reader waiting for good.
const READ_TIMEOUT_MS = 30_000;

interface LooseCall {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  headers?: Record<string, unknown>;
  body?: unknown;
  form?: FormData;
  signal?: AbortSignal;
}

export interface Answer<R extends Route> {
  content: ContentOf<R>;
  pagination: Pagination;
}

/** Calls a route of the contract; every failure is an `ApiError` (rules/api 2). */
export async function callApi<const R extends Route>(
  route: R,
  ...given: Rest<R>
): Promise<Answer<R>> {
  const [call = {}]: [call?: LooseCall] = given;
  const token = readSession().login?.accessToken;
  const response = await send(route, call, token);
  const envelope: unknown = await response.json().catch(() => null);
  const retryAfter = response.headers.get('retry-after');
  return openAnswer({ status: response.status, envelope, retryAfter }, token);
}

interface Came {
  status: number;
  envelope: unknown;
  retryAfter: string | null;
}

/** Unwraps an envelope; anything but a success is thrown. `token`: the token of the request. */
export function openAnswer<R extends Route>(came: Came, token: string | undefined): Answer<R> {
  const { status, envelope } = came;
  const isSuccess = status >= 200 && status < 300;
  if (!isSuccess || envelope === null) throw refusal(came, token);
  // Nothing that was meant for one person may come into what the next one sees.
  if (token && token !== readSession().login?.accessToken)
    throw new ApiError({ message: '', status: 401 });
  const { content, pagination } = envelope as Envelope<ContentOf<R>>;
  return { content, pagination };
}

async function send(route: Route, call: LooseCall, token: string | undefined): Promise<Response> {
  const given = call.signal ?? null;
  const isRead = route.method === 'GET';
  const url = urlOf(route, call);
  const headers = new Headers({ accept: 'application/json' });
  for (const [name, value] of Object.entries(call.headers ?? {})) headers.set(name, String(value));
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (call.body !== undefined) headers.set('content-type', 'application/json');
  try {
    const ahead = isRead ? takePrefetched(url, token) : undefined;
    if (ahead) return noted(await ahead, 0);
    const askedAt = performance.now();
    const answer = await fetch(url, {
      method: route.method,
      headers,
      body: call.form ?? (call.body === undefined ? null : JSON.stringify(call.body)),
      signal: isRead ? within(READ_TIMEOUT_MS, given) : given,
    });
    return noted(answer, askedAt);
  } catch (error) {
    if (call.signal?.aborted) throw error;
    throw new ApiError({ message: '', status: 0 }, error);
  }
}

/** `askedAt`: by the page's stop-watch. */
function noted(answer: Response, askedAt: number): Response {
  noteServerTime(answer.headers.get('date'), askedAt);
  return answer;
}

/** Aborted by whichever is first. `AbortSignal.any` is younger than the oldest browsers that the page is built for. */
function within(ms: number, given: AbortSignal | null): AbortSignal {
  const late = AbortSignal.timeout(ms);
  if (!given) return late;
  const first = new AbortController();
  for (const each of [given, late]) {
    if (each.aborted) first.abort(each.reason);
    else each.addEventListener('abort', () => first.abort(each.reason), { signal: first.signal });
  }
  return first.signal;
}

export function urlOf(
  route: Route,
  { params = {}, query = {} }: Pick<LooseCall, 'params' | 'query'>,
): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  const asked = search.toString();
  return `/api${path}${asked && `?${asked}`}`;
}

function refusal({ status, envelope, retryAfter }: Came, token: string | undefined): ApiError {
  const { message = '', errors = {} } = (envelope ?? {}) as Partial<ErrorEnvelope>;
  // A late answer to an earlier login must not change the present one.
  if (token && token === readSession().login?.accessToken) {
    if (status === 401) closeSession(reasonOf(message), message || undefined);
    const required = requiredSteps.find((step) => errors.required?.includes(step));
    if (required) setRequired(required);
  }
  return new ApiError({ message, errors, status, retryAfter });
}

declare global {
  interface Window {
    /** By address, what `app/chat-ahead.ts` has asked the server for, and whose login it asked with. */
    prefetched?: Record<string, { token: string; answer: Promise<Response> }>;
  }
}

/** The answer to a question that was asked before this code was there. */
function takePrefetched(url: string, token: string | undefined) {
  const asked = window.prefetched?.[url];
  delete window.prefetched?.[url];
  return asked?.token === token ? asked?.answer : undefined;
}

/** An unused prefetched answer would be old by the time somebody takes it. */
export function dropPrefetched(): void {
  delete window.prefetched;
}
