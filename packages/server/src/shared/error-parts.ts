/** By which the system, the database or a library names what went wrong; empty where there is no such name. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** What was thrown, also by a library that throws something else. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown), { cause: thrown });
