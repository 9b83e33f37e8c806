import type { FieldErrors } from '@chat/contract/route';

interface Failure {
  message: string;
  errors?: FieldErrors;
  status: number;
  /** The header of that name. */
  retryAfter?: string | null;
}

/** Any failed request (rules/notices 2). `status` 0: no answer at all; `message` is empty when the server gave none. */
export class ApiError extends Error {
  readonly errors: FieldErrors;
  readonly status: number;
  /** After so long the server wants to be asked again; undefined where it does not say. */
  readonly retryAfterMs: number | undefined;

  constructor(failure: Failure, cause?: unknown) {
    super(failure.message, { cause });
    this.name = 'ApiError';
    this.errors = failure.errors ?? {};
    this.status = failure.status;
    const seconds = Number(failure.retryAfter ?? Number.NaN);
    this.retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : undefined;
  }
}

/** The server answered and said no; asking again would get the same answer, unless it was asked too often (429). */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** The requested entity does not exist, or is hidden from the viewer. */
export const isAbsent = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404;

/** The server's message if it gave one, otherwise the product's default for the situation. */
export function errorMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message !== '' ? error.message : fallback;
}
