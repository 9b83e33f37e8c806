import { randomUUID } from 'node:crypto';
import type { CurrentUser, LoginResponse } from '@chat/contract/auth';
import { required } from '@chat/contract/checks';
import type { CallOf, ContentOf, FieldErrors, Pagination, Route } from '@chat/contract/route';
import { connectSocket, type LiveClient } from './socket-client.ts';

export interface Reply<Content = unknown> {
  status: number;
  content: Content;
  message: string;
  errors: FieldErrors;
  pagination: Pagination;
  headers: Headers;
}

type Needed<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };
/** The parameters and body of a call of the route; a query and headers are optional. */
type Given<R extends Route> = Omit<Needed<CallOf<R>>, 'query' | 'headers'> &
  Partial<Pick<CallOf<R>, 'query' | 'headers'>>;

/** The parameters, query, headers and body of a call of any route. */
interface LooseCall {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  headers?: Record<string, unknown>;
  body?: unknown;
}

export const PASSWORD = 'secreta-123';

const textsOf = (values: Record<string, unknown> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

const isWritten = (body: unknown): body is FormData | string | undefined =>
  body === undefined || body instanceof FormData || typeof body === 'string';

/** One person's view of the API: calls carry the person's token after the sign-in. */
export class Client {
  readonly url: string;
  token: string | undefined;
  user!: CurrentUser;
  /** Headers of every request. */
  readonly headers: Record<string, string> = {};
  readonly deviceId = `device-${randomUUID()}`;

  constructor(url: string) {
    this.url = url;
  }

  get uuid(): string {
    return this.user.uuid;
  }

  get email(): string {
    return this.user.email;
  }

  /** Any request; `body` is sent as JSON unless it is already a form or a text. A file's content is its text. */
  async request<Content = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply<Content>> {
    const written = isWritten(body) ? body : JSON.stringify(body);
    const response = await fetch(`${this.url}/api${path}`, {
      method,
      body: written,
      headers: {
        ...this.headers,
        ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
        ...(written === body ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const answer = isJson ? await response.json() : { content: await response.text() };
    const reply = answer as Reply<Content>;
    return { ...reply, status: response.status, headers: response.headers };
  }

  /** A call of a contract route; request and answer are typed. */
  call<R extends Route>(route: R, given: Given<R>): Promise<Reply<ContentOf<R>>> {
    const { params, query, headers, body }: LooseCall = given;
    const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(String(required(params, 'params')[name])),
    );
    const search = new URLSearchParams(textsOf(query)).toString();
    const asked = search ? `${path}?${search}` : path;
    return this.request(route.method, asked, body, textsOf(headers));
  }

  login(email: string, password = PASSWORD): Promise<Reply<LoginResponse>> {
    return this.request('POST', '/auth/login', { email, password, deviceId: this.deviceId });
  }

  async signIn(email: string, password = PASSWORD): Promise<this> {
    const reply = await this.login(email, password);
    if (reply.status !== 200) throw new Error(`${email} could not sign in: ${reply.message}`);
    this.token = reply.content.accessToken;
    this.user = reply.content.user;
    return this;
  }

  /** A registered socket of this session. */
  connect(): Promise<LiveClient> {
    return connectSocket(this.url, { token: this.token ?? '', userId: this.uuid });
  }
}
