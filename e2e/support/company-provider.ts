import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/lib/free-port.mjs';
import { makeCertificate } from '../../scripts/lib/make-certificate.mjs';
import { type RunningServer, startServer } from './server.ts';

/** A person at the provider; the id there is `sub`. */
interface Account {
  id: string;
  email: string;
  email_verified: boolean;
}

/** A provider of OpenID Connect with one client, at whose page everybody is signed in already. */
export interface CompanyProvider {
  issuer: string;
  /** The certificate of its authority, for `NODE_EXTRA_CA_CERTS`. */
  certificate: string;
  clientId: string;
  clientSecret: string;
  /** Whoever sits at the browser. */
  person: Account;
  stop(): Promise<void>;
}

interface Attempt {
  nonce: string | null;
  challenge: string | null;
  person: Account;
}

type Attempts = Map<string, Attempt>;

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const KEY_ID = 'clave';
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk = { ...publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' };

const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
});

function tokenOf(
  { issuer, clientId }: CompanyProvider,
  { nonce, person: { id, ...claims } }: Attempt,
): string {
  const now = Math.floor(Date.now() / 1_000);
  const head = base64({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' });
  const times = { iat: now, exp: now + 300 };
  const body = base64({ iss: issuer, aud: clientId, sub: id, nonce, ...times, ...claims });
  const signature = sign('sha256', Buffer.from(`${head}.${body}`), privateKey);
  return `${head}.${body}.${signature.toString('base64url')}`;
}

async function startHttps(listener: RequestListener) {
  const folder = await mkdtemp(join(tmpdir(), 'company-provider-'));
  const { certificate, key } = await makeCertificate(folder);
  const server = createServer({ cert: await readFile(certificate), key: await readFile(key) });
  server.on('request', listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `https://localhost:${address.port}`,
    certificate,
    async stop() {
      server.closeAllConnections();
      await new Promise((settle) => server.close(settle));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Gives the address that takes the browser back, with a code for the person at that browser. */
function authorize(provider: CompanyProvider, asked: URLSearchParams, attempts: Attempts): string {
  const code = randomUUID();
  const [nonce, challenge] = [asked.get('nonce'), asked.get('code_challenge')];
  attempts.set(code, { nonce, challenge, person: provider.person });
  const back = new URL(String(asked.get('redirect_uri')));
  const state = String(asked.get('state'));
  back.search = String(new URLSearchParams({ code, state, iss: provider.issuer }));
  return back.href;
}

/** The tokens for a code, which works once and with its proof alone. */
function redeem(
  provider: CompanyProvider,
  form: URLSearchParams,
  attempts: Attempts,
): object | null {
  const code = String(form.get('code'));
  const attempt = attempts.get(code);
  attempts.delete(code);
  const proof = createHash('sha256')
    .update(String(form.get('code_verifier')))
    .digest('base64url');
  if (attempt?.challenge !== proof) return null;
  const token = tokenOf(provider, attempt);
  return { access_token: randomUUID(), token_type: 'Bearer', id_token: token };
}

async function startCompanyProvider(): Promise<CompanyProvider> {
  const attempts: Attempts = new Map();
  const server = await startHttps((request, response) => void answer(request, response));
  const provider: CompanyProvider = {
    issuer: server.url,
    certificate: server.certificate,
    clientId: 'chat',
    clientSecret: 'un-secreto-de-pruebas',
    person: { id: 'nobody', email: '', email_verified: false },
    stop: server.stop,
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', provider.issuer);
    if (pathname === '/authorize') {
      const location = authorize(provider, searchParams, attempts);
      response.writeHead(303, { location }).end();
      return;
    }
    const send = (content: object, status = 200) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(content));
    if (pathname === '/.well-known/openid-configuration') send(metadataOf(provider.issuer));
    else if (pathname === '/keys') send({ keys: [jwk] });
    else {
      const form = new URLSearchParams((await request.toArray()).join(''));
      const tokens = redeem(provider, form, attempts);
      if (tokens) send(tokens);
      else send({ error: 'invalid_grant' }, 400);
    }
  }
  return provider;
}

/** A server whose people may sign in by a provider of their own, 'Acme'. */
export async function startCompanyWithProvider(
  settings: Record<string, string> = {},
): Promise<{ provider: CompanyProvider; server: RunningServer }> {
  const port = String(await freePort());
  const provider = await startCompanyProvider();
  const server = await startServer({
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
    NODE_EXTRA_CA_CERTS: provider.certificate,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_NAME: 'Acme',
    ...settings,
  });
  return { provider, server };
}
