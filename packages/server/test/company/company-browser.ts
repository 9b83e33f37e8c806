import type { LoginResponse } from '@chat/contract/auth';
import { beginCompanySignIn } from '@chat/contract/auth';
import type { Config } from '../../src/config/env.ts';
import type { Client, Reply } from '../client.ts';
import type { LyingProvider, Returned } from './lying-provider.ts';

/** The settings of a server whose company signs in at this provider. */
export const atProvider = ({
  issuer,
  clientId,
  clientSecret,
}: {
  issuer: string;
  clientId: string;
  clientSecret: string;
}): Pick<Config, 'oidc'> => ({
  oidc: { issuer, clientId, clientSecret, name: 'Acme', registersUnknown: false },
});

interface Begun {
  url: string;
  /** As the browser sends it back. */
  cookie: string;
  /** As the server set it. */
  setCookie: string;
}

/** Begins a company sign-in in the browser of `client`. */
export async function begin(client: Client): Promise<Begun> {
  const { deviceId } = client;
  const { status, message, content, headers } = await client.call(beginCompanySignIn, {
    body: { deviceId },
  });
  if (status !== 200) throw new Error(`A company sign-in did not begin: ${status} ${message}`);
  const setCookie = headers.get('set-cookie') ?? '';
  return { url: content.url, setCookie, cookie: setCookie.split(';')[0] ?? '' };
}

export const finish = (
  client: Client,
  returned: Partial<Returned>,
  cookie: string,
): Promise<Reply<LoginResponse>> =>
  client.request('POST', '/auth/oidc/callback', returned, cookie === '' ? {} : { cookie });

/** The whole way, at a provider of our own. */
export async function signInAt(
  provider: LyingProvider,
  client: Client,
  person: Record<string, unknown>,
  lie: Parameters<LyingProvider['visit']>[2] = {},
): Promise<Reply<LoginResponse>> {
  const { url, cookie } = await begin(client);
  const reply = await finish(client, provider.visit(url, person, lie), cookie);
  if (reply.status === 200) {
    client.token = reply.content.accessToken;
    client.user = reply.content.user;
  }
  return reply;
}

/** Goes through the real provider as a browser does, and comes back to the page with its answer. */
export async function walk(url: string, redirectUri: string): Promise<Returned> {
  const cookies = new Map<string, string>();
  let next = url;
  for (let steps = 0; steps < 10; steps++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { headers } = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const set of headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';')[0]?.split('=') ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const to = new URL(headers.get('location') ?? '', next);
    if (to.href.startsWith(redirectUri)) {
      const [code = '', state = ''] = ['code', 'state'].map(
        (name) => to.searchParams.get(name) ?? '',
      );
      return { code, state, iss: to.searchParams.get('iss') };
    }
    next = to.href;
  }
  throw new Error('The provider did not send the browser back.');
}

/** A person as the provider describes them. */
export const accountOf = (email: string, more: object = {}) => ({
  sub: `sub-${email}`,
  email,
  email_verified: true,
  ...more,
});
