const SCHEME = /^https?:\/\//i;
/** A host in the letters of the company's own language; those of others may look like them. */
const PLAIN = /^(?:[a-z0-9áàéèíïóòúüñç·._-]+|\[[\da-f:.]+\])(?=[/?#:]|$)/i;
/** They turn around what follows. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Undefined for what no browser can follow. */
export function urlOf(href: string): URL | undefined {
  try {
    return new URL(href);
  } catch {
    return undefined;
  }
}

/** Where a link leads, in plain ASCII, when its text may say something else; undefined when the text says it. */
export function realHost(text: string, { hostname, username, password }: URL): string | undefined {
  const shown = PLAIN.exec(text.replace(SCHEME, ''))?.[0].toLowerCase();
  const isShown = shown === hostname || (shown && urlOf(`https://${shown}`)?.hostname === hostname);
  // A number is an address to a browser, but not to a reader.
  const isNumber = /^\d+$/.test(shown ?? '');
  const saysIt = isShown && !isNumber && !username && !password && !DIRECTIONS.test(text);
  return saysIt ? undefined : hostname;
}
