import {
  createHash,
  createHmac,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { startHttps } from '../https-server.ts';

/** The browser comes back from the provider with this. */
export interface Returned {
  code: string;
  state: string;
  iss?: string | null;
}

/** A token that the provider gives instead of the true one. */
export interface Lie {
  /** In place of the true claims; undefined takes one away. */
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  /** `forged`: by a key of somebody else's under the name of the provider's. */
  signature?: 'none' | 'secret' | 'forged';
}

/** The manner of an answer: a status with any body, silence, a broken line, or a redirection. */
export type Manner = 'hang' | 'reset' | { status: number; headers?: object; body?: string };

interface SigningKey {
  kid: string;
  privateKey: KeyObject;
  jwk: object;
}

interface Grant {
  nonce: string;
  challenge: string;
  lie: Lie;
}

const CLIENT = { clientId: 'chat', clientSecret: 'un-secreto~de.pruebas_%-+' };
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function newKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomUUID();
  return { kid, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig' } };
}

/** A provider of OpenID Connect that does as the test wishes. Without wishes it is honest. */
export class LyingProvider {
  readonly client = CLIENT;
  readonly issuer: string;
  /** Instead of the true answers, by path. */
  readonly manners: Partial<Record<string, Manner>> = {};
  /** In place of the true words about itself; undefined takes one away. */
  discovery: Record<string, unknown> = {};
  /** Answers of the userinfo address; without it there is none. */
  userinfo: Record<string, unknown> | undefined;
  /** The paths that were asked for, in order. */
  readonly asked: string[] = [];
  /** The clock of the provider is so many seconds ahead. */
  ahead = 0;
  readonly stop: () => Promise<void>;
  readonly certificate: string;
  #key = newKey();
  #published = [this.#key];
  readonly #grants = new Map<string, Grant>();

  constructor(server: { url: string; certificate: string; stop: () => Promise<void> }) {
    this.issuer = server.url;
    this.certificate = server.certificate;
    this.stop = server.stop;
  }

  /** Goes to the address where the browser is sent, and comes back as `person` with a code. */
  visit(url: string, person: Record<string, unknown>, lie: Lie = {}): Returned {
    const asked = new URL(url).searchParams;
    const [state, nonce, challenge] = ['state', 'nonce', 'code_challenge'].map(
      (name) => asked.get(name) ?? '',
    );
    const code = `codigo-${randomUUID()}`;
    const claims = { ...person, ...lie.claims };
    const grant = { nonce: nonce ?? '', challenge: challenge ?? '', lie: { ...lie, claims } };
    this.#grants.set(code, grant);
    return { code, state: state ?? '', iss: this.issuer };
  }

  /** Signs by another key from now on; the old one is published no more. */
  rotateKeys(): void {
    this.#key = newKey();
    this.#published = [this.#key];
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0] ?? '';
    this.asked.push(path);
    const manner = this.manners[path];
    if (manner === 'hang') return;
    if (manner === 'reset') return void response.socket?.destroy();
    if (manner) {
      response.writeHead(manner.status, { 'content-type': 'application/json', ...manner.headers });
      return void response.end(manner.body ?? '{}');
    }
    const [status, body] = await this.#answerTo(path, request);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  }

  async #answerTo(path: string, request: IncomingMessage): Promise<[number, unknown]> {
    if (path === '/.well-known/openid-configuration') return [200, this.#words()];
    if (path === '/keys') return [200, { keys: this.#published.map(({ jwk }) => jwk) }];
    if (path === '/userinfo' && this.userinfo) return [200, this.userinfo];
    if (path === '/token') return this.#redeem(request, new URLSearchParams(await text(request)));
    return [404, {}];
  }

  #words(): object {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      ...(this.userinfo && { userinfo_endpoint: `${issuer}/userinfo` }),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
      ...this.discovery,
    };
  }

  /** A code works once, for the client and for who has its verifier. */
  #redeem({ headers }: IncomingMessage, form: URLSearchParams): [number, object] {
    const { clientId, clientSecret } = CLIENT;
    const shown = Buffer.from((headers.authorization ?? '').slice(6), 'base64').toString();
    const given = shown.split(':').map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
    const posted = [form.get('client_id'), form.get('client_secret')];
    const isClient = [given, posted].some(
      ([id, secret]) => id === clientId && secret === clientSecret,
    );
    if (!isClient) return [401, { error: 'invalid_client' }];
    const code = form.get('code') ?? '';
    const grant = this.#grants.get(code);
    const hash = createHash('sha256').update(form.get('code_verifier') ?? '');
    if (!grant || hash.digest('base64url') !== grant.challenge) {
      return [400, { error: 'invalid_grant', error_description: `never log ${code}` }];
    }
    this.#grants.delete(code);
    const id_token = this.#idToken(grant);
    return [200, { access_token: 'acceso-secreto', token_type: 'Bearer', id_token }];
  }

  #idToken({ nonce, lie }: Grant): string {
    const now = Math.floor(Date.now() / 1000) + this.ahead;
    const honest = { iss: this.issuer, aud: CLIENT.clientId, nonce, iat: now, exp: now + 300 };
    const { kid } = this.#key;
    const alg = { none: 'none', secret: 'HS256', forged: 'RS256' }[lie.signature ?? 'forged'];
    const head = encode({ alg, kid, ...lie.header });
    const signed = `${head}.${encode({ ...honest, ...lie.claims })}`;
    return `${signed}.${this.#signatureOf(signed, lie.signature)}`;
  }

  #signatureOf(signed: string, kind: Lie['signature']): string {
    if (kind === 'none') return '';
    if (kind === 'secret') {
      return createHmac('sha256', CLIENT.clientSecret).update(signed).digest('base64url');
    }
    const { privateKey } = kind === 'forged' ? newKey() : this.#key;
    return sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url');
  }
}

export async function startLyingProvider(): Promise<LyingProvider> {
  let provider: LyingProvider | undefined;
  const server = await startHttps((request, response) => {
    void provider?.answer(request, response);
  });
  provider = new LyingProvider(server);
  return provider;
}
