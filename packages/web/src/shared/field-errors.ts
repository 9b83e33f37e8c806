import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { ApiError } from './api-error.ts';

/** Puts the server's field errors under the fields of a form; other errors are left to the caller's notification. */
export function showFieldErrors<Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  error: unknown,
): void {
  if (!(error instanceof ApiError)) return;
  for (const [field, messages] of Object.entries(error.errors)) {
    if (messages[0]) setError(field as Path<Values>, { type: 'server', message: messages[0] });
  }
}
