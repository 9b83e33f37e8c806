import { type LookupAddress, lookup as lookupBySystem } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isPublicAddress, isPublicHost } from '../../shared/public-addresses.ts';

/** Where a browser takes pushes, and the keys that only this browser can read. */
export interface Target {
  endpoint: string;
  /** Host and port of the endpoint: one push service. */
  host: string;
  p256dh: string;
  auth: string;
}

// Nothing that the URL parser would pass over or rewrite.
const PLAIN = /^[\x21-\x7e]+$/;

/** The endpoint's URL where pushes may go there (rules/push 5); judged as the URL parser reads the host. */
export function readEndpoint(endpoint: string, allowsPrivate: boolean): URL | undefined {
  if (!PLAIN.test(endpoint) || !URL.canParse(endpoint)) return undefined;
  const url = new URL(endpoint);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined;
  if (allowsPrivate) return url;
  return url.port === '' && isPublicHost(url.hostname) ? url : undefined;
}

const DNS_MS = 3_000;

/** The addresses of a name; throws when there is none. */
export type Resolve = (name: string) => Promise<LookupAddress[]>;

/** Asks DNS itself: the system's way has four threads for all of Node, which slow names would fill. */
function askDns(): Resolve {
  const resolver = new Resolver({ timeout: DNS_MS, tries: 1 });
  return async (name) => {
    const [four, six] = await Promise.allSettled([
      resolver.resolve4(name),
      resolver.resolve6(name),
    ]);
    const found = [
      ...(four.status === 'fulfilled' ? four.value : []).map((address) => ({ address, family: 4 })),
      ...(six.status === 'fulfilled' ? six.value : []).map((address) => ({ address, family: 6 })),
    ];
    if (found.length === 0 && four.status === 'rejected') throw four.reason;
    return found;
  };
}

/** As the machine knows its own network's names. */
const askSystem: Resolve = (name) =>
  new Promise((settle, fail) => {
    lookupBySystem(name, { all: true }, (error, found) => (error ? fail(error) : settle(found)));
  });

/** By this code the failure of a connection to an address that is not public is known. */
export const PRIVATE_ADDRESS = 'EPRIVATEADDRESS';

const privateAddress = () =>
  Object.assign(new Error('The name leads to an address that is not public'), {
    code: PRIVATE_ADDRESS,
  });

/** Finds the addresses of a push service when connecting: what DNS says now counts (rules/push 5). */
export function guardedLookup(
  allowsPrivate: boolean,
  resolve: Resolve = allowsPrivate ? askSystem : askDns(),
): LookupFunction {
  return (name, { all }, done) => {
    resolve(name).then(
      (found) => {
        const [first] = found;
        if (!first) return done(Object.assign(new Error('No address'), { code: 'ENOTFOUND' }), '');
        if (!allowsPrivate && !found.every(({ address }) => isPublicAddress(address)))
          return done(privateAddress(), '');
        return all ? done(null, found) : done(null, first.address, first.family);
      },
      (error) => done(error, ''),
    );
  };
}
