import { isBlank, limits } from '@chat/contract/checks';
import { emailText } from '@chat/contract/forms';
import type * as Client from 'openid-client';
import type { Config } from '../../../config/env.ts';
import { boundedFetch, findAway, NotProven, ProviderAway, reasonOf } from './provider-answers.ts';

/** Everything of a company sign-in that nobody else may know or guess. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  /** PKCE's: the provider gets its hash first, and the verifier itself with the code. */
  verifier: string;
}

/** The browser came back with this. */
interface ProviderAnswer {
  code: string;
  iss: string | undefined;
}

/** The person as the provider describes them. */
export interface CompanyProfile {
  /** Undefined where the provider does not vouch for it. */
  email: string | undefined;
  firstName: string;
  lastName: string;
}

/** An account whose holder has proved to the provider who they are. */
export interface CompanyAccount {
  issuer: string;
  subject: string;
  /** Wanted at the first sign-in alone: afterwards issuer and subject decide (rules/company-sign-in 8). */
  readProfile(): Promise<CompanyProfile>;
}

/** The company's provider of OpenID Connect. Throws `ProviderAway` or `NotProven`. */
export interface CompanyProvider {
  /** The address at the provider to which the browser goes. */
  begin(secrets: SignInSecrets, redirectUri: string): Promise<string>;
  prove(
    secrets: SignInSecrets,
    answer: ProviderAnswer,
    redirectUri: string,
  ): Promise<CompanyAccount>;
}

type Openid = typeof Client;
type Metadata = Client.ServerMetadata;

const SCOPE = 'openid email profile';
const METADATA_MS = 3_600_000;
const CLOCKS_APART_SECONDS = 120;
const ASYMMETRIC = /^(?:(?:RS|PS|ES)(?:256|384|512)|EdDSA|Ed25519)$/;
const SUBJECT = /^[\x20-\x7e]{1,255}$/;
// Lower case makes other signs into our letters (the Kelvin sign into k), and that would be somebody else's e-mail.
const PLAIN = /^[\x21-\x7e]+$/;
// The library asks for keys that it lacks only where its copy is a minute old.
const OLD_ENOUGH_SECONDS = 60;

const seconds = () => Math.floor(Date.now() / 1000);

/** Ways of showing the client's secret, the usual one first; a provider may name one that this client may not use. */
function waysOf({ token_endpoint_auth_methods_supported: named = [] }: Metadata) {
  const ways = ['client_secret_basic', 'client_secret_post'] as const;
  const taken = ways.filter((way) => named.includes(way));
  return taken.length > 0 ? taken : ways.slice(0, 1);
}

/** The parts of what a provider says of itself that are used; only what stands on https is. */
function readMetadata(found: Metadata, server: URL): Metadata {
  const { issuer, authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = found;
  const { authorization_response_iss_parameter_supported } = found;
  const { token_endpoint_auth_methods_supported, id_token_signing_alg_values_supported } = found;
  // The library takes another issuer from providers with one address for many companies.
  if (new URL(issuer).href !== server.href) throw new ProviderAway('another issuer');
  if (!authorization_endpoint?.startsWith('https://')) throw new ProviderAway('no https address');
  return {
    ...{ issuer, authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint },
    ...{ authorization_response_iss_parameter_supported, token_endpoint_auth_methods_supported },
    id_token_signing_alg_values_supported: id_token_signing_alg_values_supported?.filter((alg) =>
      ASYMMETRIC.test(alg),
    ),
  };
}

/** The library leaves a token of the future alone. */
function assertClaims(claims: Client.IDToken | undefined): Client.IDToken {
  if (!claims) throw new NotProven('no ID token');
  if (claims.iat > seconds() + CLOCKS_APART_SECONDS) throw new NotProven('iat');
  if (!SUBJECT.test(claims.sub)) throw new NotProven('sub');
  return claims;
}

/** A name as the forms take it; undefined for everything that is none. */
function nameText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const name = [...value.toWellFormed().replaceAll('\0', '')].slice(0, limits.name).join('').trim();
  return isBlank(name) ? undefined : name;
}

function profileOf(claims: Record<string, unknown>): CompanyProfile {
  const { email, email_verified, name, given_name, family_name } = claims;
  // Entra ID sends its own claims as texts.
  const isTheirs = email_verified === true || email_verified === 'true';
  const isPlain = typeof email === 'string' && PLAIN.test(email);
  const address = isTheirs && isPlain ? emailText.safeParse(email).data : undefined;
  const [local] = (address ?? '').split('@');
  return {
    email: address,
    firstName: nameText(given_name) ?? nameText(name) ?? nameText(local) ?? '-',
    lastName: nameText(family_name) ?? '-',
  };
}

class OpenidProvider implements CompanyProvider {
  readonly #settings: NonNullable<Config['oidc']>;
  readonly #timing: Config['timing'];
  #known: { metadata: Metadata; until: number } | undefined;
  #underWay: Promise<Metadata> | undefined;
  #keys: Client.ExportedJWKSCache | undefined;

  constructor(settings: NonNullable<Config['oidc']>, timing: Config['timing']) {
    this.#settings = settings;
    this.#timing = timing;
  }

  async begin({ state, nonce, verifier }: SignInSecrets, redirectUri: string): Promise<string> {
    const openid = await loadOpenid();
    // A person who is sent to a provider that is away is stranded there, so each sign-in asks; callers share one question.
    this.#underWay ??= this.#discover(openid, this.#soon()).finally(() => {
      this.#underWay = undefined;
    });
    const config = this.#configure(openid, await this.#underWay, openid.None(), this.#soon());
    return openid.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: SCOPE,
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).href;
  }

  async prove(
    secrets: SignInSecrets,
    answer: ProviderAnswer,
    redirectUri: string,
  ): Promise<CompanyAccount> {
    const openid = await loadOpenid();
    const deadline = this.#soon();
    const known = this.#known && this.#known.until > Date.now() && this.#known.metadata;
    const metadata = known || (await this.#discover(openid, deadline));
    const back = new URL(redirectUri);
    back.searchParams.set('code', answer.code);
    back.searchParams.set('state', secrets.state);
    if (answer.iss !== undefined) back.searchParams.set('iss', answer.iss);
    const exchange = { openid, metadata, back, secrets, deadline };
    const { config, tokens } = await ask(() => this.#exchange(exchange));
    const claims = assertClaims(tokens.claims());
    return {
      issuer: metadata.issuer,
      subject: claims.sub,
      readProfile: async () => {
        const isVouched = claims.email !== undefined && claims.email_verified !== undefined;
        const isNamed = claims.given_name !== undefined || !this.#settings.registersUnknown;
        if ((isVouched && isNamed) || !metadata.userinfo_endpoint) return profileOf(claims);
        const { access_token } = tokens;
        const more = await ask(() => openid.fetchUserInfo(config, access_token, claims.sub));
        // An e-mail and what is said of it come from one place.
        const { email, email_verified } = isVouched ? claims : more;
        return profileOf({ ...claims, ...more, email, email_verified });
      },
    };
  }

  #soon(): AbortSignal {
    return AbortSignal.timeout(this.#timing.companyAnswerMs);
  }

  async #discover(openid: Openid, deadline: AbortSignal): Promise<Metadata> {
    const { issuer, clientId } = this.#settings;
    const server = new URL(issuer);
    const options = { [openid.customFetch]: boundedFetch(deadline) };
    try {
      const found = await openid.discovery(server, clientId, undefined, openid.None(), options);
      const metadata = readMetadata(found.serverMetadata(), server);
      this.#known = { metadata, until: Date.now() + METADATA_MS };
      return metadata;
    } catch (thrown) {
      // Whatever is wrong with it, nobody can sign in there until its operator has mended it.
      throw findAway(thrown) ?? new ProviderAway(`discovery ${reasonOf(thrown)}`);
    }
  }

  /** The ID token is proven by its signature, and not only by where it came from. */
  async #exchange({ openid, metadata, back, secrets, deadline }: Exchange) {
    const { state, nonce, verifier } = secrets;
    const { clientSecret } = this.#settings;
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
    const ways = waysOf(metadata).map((way) =>
      way === 'client_secret_basic'
        ? openid.ClientSecretBasic(clientSecret)
        : openid.ClientSecretPost(clientSecret),
    );
    for (const [index, way] of ways.entries()) {
      const config = this.#configure(openid, metadata, way, deadline);
      try {
        const tokens = await openid.authorizationCodeGrant(config, back, checks);
        this.#rememberKeys(openid.getJwksCache(config));
        return { config, tokens };
      } catch (thrown) {
        if (!isClientRefused(thrown) || index === ways.length - 1) throw thrown;
      }
    }
    throw new NotProven('no way to show the secret');
  }

  #configure(openid: Openid, metadata: Metadata, way: Client.ClientAuth, deadline: AbortSignal) {
    // One second more, since the library cuts times to seconds.
    const tolerance = { [openid.clockTolerance]: CLOCKS_APART_SECONDS + 1 };
    const { clientId } = this.#settings;
    const config = new openid.Configuration(metadata, clientId, tolerance, way);
    config[openid.customFetch] = boundedFetch(deadline);
    openid.enableNonRepudiationChecks(config);
    if (this.#keys) {
      const uat = Math.min(this.#keys.uat, seconds() - OLD_ENOUGH_SECONDS);
      openid.setJwksCache(config, { ...this.#keys, uat });
    }
    return config;
  }

  /** Ours are given out as older than they are; younger ones have just been fetched. */
  #rememberKeys(keys: Client.ExportedJWKSCache | undefined): void {
    if (keys && keys.uat > seconds() - OLD_ENOUGH_SECONDS) this.#keys = keys;
  }
}

interface Exchange {
  openid: Openid;
  metadata: Metadata;
  back: URL;
  secrets: SignInSecrets;
  deadline: AbortSignal;
}

// Read when somebody first signs in so; most installations never do.
const loadOpenid = (): Promise<Openid> => import('openid-client');

const isClientRefused = (thrown: unknown) =>
  thrown instanceof Error && 'status' in thrown && thrown.status === 401;

/** Only two kinds of failure leave: the provider is away, or it proves nothing. */
async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw findAway(thrown) ?? new NotProven(reasonOf(thrown));
  }
}

/** Undefined where no company sign-in is set up. */
export const createCompanyProvider = ({
  oidc,
  timing,
}: Pick<Config, 'oidc' | 'timing'>): CompanyProvider | undefined =>
  oidc && new OpenidProvider(oidc, timing);
