import type { FieldErrors } from '@chat/contract/route';
import { httpTexts } from './http.texts.ts';

/** An answer other than success, thrown once and turned into the error envelope at the door. `message` is Spanish. */
export class AppError extends Error {
  readonly status: number;
  readonly errors: FieldErrors;
  readonly headers: Record<string, string>;
  /** The uuid of whom it concerns, for the log alone. */
  userId: string | undefined;
  isFailedSignIn = false;

  constructor(
    status: number,
    message: string,
    errors: FieldErrors = {},
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }
}

/** An operator's command cannot be understood: its caller must write it otherwise. */
export class UsageError extends Error {}

/** How an operator's command ends, for the shell that called it. */
export const exitCodes = { done: 0, failed: 1, misused: 2 };

/** The log tells whom it concerns, where that is known. */
export const concerning = (person: { uuid: string } | undefined, error: AppError): AppError =>
  Object.assign(error, { userId: person?.uuid });

export const unauthorized = (message = httpTexts.notSignedIn) => new AppError(401, message);
export const forbidden = (message = httpTexts.notAllowed) => new AppError(403, message);
/** 404 for absent things and for those that the caller may not see, which must look alike. */
export const notFound = (message = httpTexts.notFound) => new AppError(404, message);
export const conflict = (message: string, errors: FieldErrors = {}) =>
  new AppError(409, message, errors);
/** A value of one field that cannot stand; the field's text is the message too. */
export const invalidField = (field: string, text: string) =>
  new AppError(422, text, { [field]: [text] });
/** A value of one field that somebody else has already. */
export const takenField = (field: string, text: string) =>
  new AppError(409, text, { [field]: [text] });
export const wrongMediaType = () => new AppError(415, httpTexts.wrongMediaType);
export const tooManyRequests = (seconds: number, message = httpTexts.tooManyRequests) =>
  new AppError(429, message, {}, { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) });
/** For what passes by itself: the same call may well work in a moment. */
export const unavailable = (message: string, errors: FieldErrors = {}) =>
  new AppError(503, message, errors, { 'Retry-After': '2' });

/** By which the system, the database or a library names what went wrong; empty where there is no such name. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** The thrown error; a library may throw something else. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown), { cause: thrown });
