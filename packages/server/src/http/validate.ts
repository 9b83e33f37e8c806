import type { FieldErrors } from '@chat/contract/route';
import { textErrors } from '@chat/contract/texts';
import { z } from 'zod';
import { AppError, notFound } from '../shared/errors.ts';
import { httpTexts } from '../shared/http.texts.ts';

// Schemas carry their own Spanish texts; this one stands in where they have none.
z.config({ customError: () => textErrors.invalid });

function fieldErrors(error: z.ZodError, whole: string): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of error.issues) {
    const field = issue.path.length === 0 ? whole : String(issue.path[0]);
    errors[field] ??= [];
    if (!errors[field].includes(issue.message)) errors[field].push(issue.message);
  }
  return errors;
}

/** The checked value, or 422 with every wrong field and its texts. */
export function checkFields<S extends z.ZodType>(
  schema: S,
  value: unknown,
  whole: 'body' | 'query' | 'headers',
): z.output<S> {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const errors = fieldErrors(parsed.error, whole);
  const first = Object.values(errors)[0]?.[0];
  throw new AppError(422, first ?? httpTexts.wrongFields, errors);
}

/** Path parameters: one that is no uuid names nothing that exists (rules/api 5). */
export function checkParams<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw notFound();
}
