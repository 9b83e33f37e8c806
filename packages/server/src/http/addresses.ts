import type { IncomingMessage } from 'node:http';
import { isIPv6, type Server, SocketAddress } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { TrustedProxies } from '../config/setting-values.ts';

/** The caller's address, as far as it can be trusted (rules/sign-in 13). */
export interface Addresses {
  /** Whether what the `hop`-th one before the server says of others is believed. */
  trust(address: string, hop: number): boolean;
  /** Whether the other end of a connection is a proxy, which speaks for others. */
  isProxy(address: string): boolean;
  /** The address alone of a request's caller. */
  exactCallerOf(request: IncomingMessage): string;
  /** The caller of a request: an address, or its network where one caller has as many addresses as they like. */
  callerOf(request: IncomingMessage): string;
}

/** With `1` only the nearest proxy is believed: what stands further left in the header was written by the caller. */
function proxiesToBelieve(trusted: TrustedProxies): Addresses['trust'] {
  if (typeof trusted === 'boolean') return (_, hop) => trusted && hop === 0;
  const isTrusted = proxyAddr.compile(trusted);
  return (address, hop) => isTrusted(plainAddress(address), hop);
}

// Some proxies write the port of the caller's connection behind the address.
const withoutPort = (written: string): string =>
  /^\[(.*)\](:\d+)?$/.exec(written)?.[1] ?? /^([\d.]+):\d+$/.exec(written)?.[1] ?? written;

/** The address alone, in one spelling: without a port, an IPv4 address that is mapped into IPv6 as itself. */
export function plainAddress(written: string): string {
  const bare = withoutPort(written).replace(/%.*$/, '');
  if (!isIPv6(bare)) return bare;
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' });
  return /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address;
}

/** The first 64 bits of an IPv6 address: the rest is its owner's to choose, anew for each connection. */
export function networkOf(written: string): string {
  const address = plainAddress(written);
  if (!isIPv6(address)) return address;
  const [left = '', right] = address.replace(/[\d.]+\.\d+$/, '0:0').split('::');
  const [before, after] = [left, right ?? ''].map((part) => part.split(':').filter(Boolean));
  const zeros = right === undefined ? 0 : 8 - (before?.length ?? 0) - (after?.length ?? 0);
  const groups = [...(before ?? []), ...Array<string>(zeros).fill('0'), ...(after ?? [])];
  return groups.slice(0, 4).join(':');
}

export function createAddresses(trusted: TrustedProxies): Addresses {
  const trust = proxiesToBelieve(trusted);
  return {
    trust,
    isProxy: (address) => trust(address, 0),
    exactCallerOf: (request) => plainAddress(proxyAddr(request, trust)),
    callerOf: (request) => networkOf(proxyAddr(request, trust)),
  };
}

/** Where it listens. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on no port');
  return address.port;
}
