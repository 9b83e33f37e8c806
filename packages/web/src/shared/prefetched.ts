declare global {
  interface Window {
    /** By address, what `app/chat-ahead.ts` has asked the server for, and whose login it asked with. */
    prefetched?: Record<string, { token: string; answer: Promise<Response> }>;
  }
}

/** The answer to a question that was asked before this code was there. */
export function takePrefetched(url: string, token: string | undefined) {
  const asked = window.prefetched?.[url];
  delete window.prefetched?.[url];
  return asked?.token === token ? asked?.answer : undefined;
}

/** What nobody has taken by now would be old by the time it is. */
export function dropPrefetched(): void {
  delete window.prefetched;
}
