import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { TrustedProxies } from '../config/trusted-proxies.ts';

/** The caller's address, as far as it can be trusted (rules/sign-in 13). */
export interface Addresses {
  /** Whether what the `hop`-th one before the server says of others is believed. */
  trust(address: string, hop: number): boolean;
  /** Whether the other end of a connection is a proxy, which speaks for others. */
  isProxy(address: string): boolean;
  /** Whose request it is: an address, or the network of one that comes with as many others as anybody likes. */
  callerOf(request: IncomingMessage): string;
}

/** With `1` only the nearest proxy is believed: what stands further left in the header was written by the caller. */
function proxiesToBelieve(trusted: TrustedProxies): Addresses['trust'] {
  if (typeof trusted === 'boolean') return (_, hop) => trusted && hop === 0;
  return proxyAddr.compile(trusted);
}

/** Of an IPv6 address its first 64 bits: the rest is its owner's to choose, anew for each connection. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [left = '', right] = address.split('::');
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
    callerOf: (request) => networkOf(proxyAddr(request, trust)),
  };
}
