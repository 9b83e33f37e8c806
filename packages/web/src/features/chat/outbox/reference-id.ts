/** Unique for one sender and chat. `crypto.randomUUID` is missing on plain http, where an office may run this. */
export function newReferenceId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
