import { randomBytes } from 'node:crypto';
import { administrator } from './server.ts';

export interface Person {
  uuid: string;
  email: string;
  password: string;
}

export interface Group {
  uuid: string;
  name: string;
}

/** An administrator's preparations over HTTP, so that a test can start with its subject. */
export interface Administration {
  registerUser(name: string, groups?: Group[]): Promise<Person>;
  registerGroup(name: string): Promise<Group>;
  /** Any other call of the API, by its path below `/api`; returns the `content` of the answer. */
  call<Content>(method: string, path: string, body?: unknown): Promise<Content>;
}

/** Signs in over HTTP; returns a function for calls as that person. */
export async function callsOf(
  serverUrl: string,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<Administration['call']> {
  const deviceId = randomBytes(16).toString('hex');
  const { accessToken } = await send<{ accessToken: string }>(serverUrl, 'POST', '/auth/login', {
    body: { email, password, deviceId },
  });
  return (method, path, body) => send(serverUrl, method, path, { body, token: accessToken });
}

export const administrationOf = async (serverUrl: string): Promise<Administration> =>
  administrationBy(await callsOf(serverUrl, administrator));

/** With an administrator's calls, where a sign-in takes more than the password. */
export function administrationBy(call: Administration['call']): Administration {
  return {
    call,
    async registerUser(name, groups = []) {
      const password = `${name}-secreta`.toLowerCase();
      const { uuid, email } = await call<{ uuid: string; email: string }>('POST', '/users', {
        firstName: name,
        lastName: 'Prueba',
        email: unique(name),
        password,
        groupUuids: groups.map((group) => group.uuid),
      });
      return { uuid, email, password };
    },
    registerGroup: (name) => call<Group>('POST', '/groups', { name: unique(name), officeId: null }),
  };
}

// Tests of one file share a server, so each name is made unique.
function unique(name: string): string {
  return `${name}-${randomBytes(3).toString('hex')}`.toLowerCase();
}

async function send<Content>(
  serverUrl: string,
  method: string,
  path: string,
  { body, token }: { body?: unknown; token?: string },
): Promise<Content> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${serverUrl}/api${path}`, {
    method,
    headers: {
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer}`);
  const { content }: { content: Content } = JSON.parse(answer);
  return content;
}
