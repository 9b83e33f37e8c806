import { isIP } from 'node:net';
import { z } from 'zod';

/** `true`: the caller itself is the one proxy. A list: addresses and networks of proxies. `false`: there is none. */
export type TrustedProxies = boolean | string[];

function isAddressOrNetwork(value: string): boolean {
  const [address = '', bits, ...more] = value.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  // An empty network would trust everybody; that is what `1` says in so many words.
  const isLength = bits === undefined || /^[1-9]\d{0,2}$/.test(bits);
  return isLength && Number(bits ?? 1) <= (version === 4 ? 32 : 128);
}

/** What `TRUST_PROXY` takes (rules/installation 6). */
export const trustedProxies = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .refine((parts) => /^[01]$/.test(parts.join()) || parts.every(isAddressOrNetwork))
  .transform((parts): TrustedProxies => {
    if (parts.join() === '0') return false;
    return parts.join() === '1' || parts;
  });
