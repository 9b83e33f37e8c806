import ipaddr from 'ipaddr.js';

/** All IPv6 addresses that were given out by now. */
const GIVEN_OUT = ipaddr.parseCIDR('2000::/3');

/** Whether an address is one of a single machine that the whole internet reaches, in whatever spelling. */
export function isPublicAddress(written: string): boolean {
  const bare = written.replace(/^\[(.*)\]$/, '$1');
  if (!ipaddr.isValid(bare)) return false;
  const address = ipaddr.process(bare);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(GIVEN_OUT);
}

/** Whether a host, as the URL parser writes it, is an address rather than a name. */
export const isAddress = (host: string): boolean =>
  ipaddr.isValid(host.replace(/^\[(.*)\]$/, '$1'));

const isBelow = (name: string, domains: string[]) =>
  domains.some((domain) => name === domain || name.endsWith(`.${domain}`));

const withoutDot = (host: string) => host.replace(/\.$/, '');

/** A name that nobody outside of this machine or this network knows. */
export const isHomeName = (host: string): boolean =>
  isBelow(withoutDot(host), ['localhost', 'local', 'internal', 'test']);

/** Whether a host, as the URL parser writes it, may be one that all the internet knows; DNS has the last word. */
export function isPublicHost(host: string): boolean {
  if (isAddress(host)) return isPublicAddress(host);
  const name = withoutDot(host);
  return name.includes('.') && !isBelow(name, ['localhost', 'local', 'internal']);
}
