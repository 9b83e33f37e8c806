import type { Server } from 'node:net';

/** Returns the value; throws when there is none. */
export function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`There is no ${what}`);
  return value;
}

/** The `code` of a system error, such as ECONNREFUSED. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** The TCP port where the server listens. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The server has no TCP port');
  return address.port;
}
