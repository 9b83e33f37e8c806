import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Configuration, Provider } from 'oidc-provider';
import { startHttps } from '../https-server.ts';

/** A person at the provider; the id there is `sub`. */
export interface Account {
  id: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
  name?: string;
}

/** A provider of OpenID Connect as companies run them: certified, with sessions, consent and PKCE of its own. */
export interface RealProvider {
  issuer: string;
  /** The certificate of its authority, for `NODE_EXTRA_CA_CERTS`. */
  certificate: string;
  clientId: string;
  clientSecret: string;
  /** Whoever sits at the browser, and signs in there at once. */
  person: Account;
  stop(): Promise<void>;
}

interface Wishes {
  redirectUri: string;
  /** Whether e-mail and names stand in the ID token; else at the userinfo address alone. */
  claimsInToken?: boolean;
  /** How the client shows its secret. */
  way?: 'client_secret_basic' | 'client_secret_post';
}

const newKey = () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), kid: 'clave', use: 'sig', alg: 'RS256' };
};

const usual: Configuration = {
  pkce: { required: () => true },
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['given_name', 'family_name', 'name'],
  },
  cookies: { keys: ['for tests'] },
  ttl: {
    AccessToken: 300,
    AuthorizationCode: 60,
    Grant: 300,
    IdToken: 300,
    Interaction: 300,
    Session: 300,
  },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_, { uid }) => `/interaction/${uid}` },
};

export async function startRealProvider(wishes: Wishes): Promise<RealProvider> {
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = () => undefined;
  const server = await startHttps((request, response) => void handle(request, response));
  const client = { clientId: 'chat', clientSecret: 'un-secreto-del-proveedor~de_pruebas' };
  const running: RealProvider = {
    issuer: server.url,
    certificate: server.certificate,
    ...client,
    person: { id: 'nobody' },
    stop: () => server.stop(),
  };
  const known = new Map<string, Account>();
  const provider = new Provider(server.url, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [wishes.redirectUri],
        token_endpoint_auth_method: wishes.way ?? 'client_secret_basic',
      },
    ],
    ...usual,
    conformIdTokenClaims: !wishes.claimsInToken,
    jwks: { keys: [newKey()] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => {
        const { id: sub, ...claims } = known.get(id) ?? { id };
        return { sub, ...claims };
      },
    }),
    // People have agreed to it for their whole company.
    async loadExistingGrant(ctx) {
      const { session, client } = ctx.oidc;
      if (!session?.accountId || !client) return undefined;
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  handle = (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response);
    const { person } = running;
    known.set(person.id, person);
    return provider.interactionFinished(request, response, { login: { accountId: person.id } });
  };
  return running;
}
