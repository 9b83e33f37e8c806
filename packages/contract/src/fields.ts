import { z } from 'zod';
import { isBlank, limits, textErrors } from './checks.ts';

// PostgreSQL cannot store U+0000, and a lone surrogate has no UTF-8 form: storing either would change the text.
const isStorable = (value: string) => !value.includes('\u0000') && value.isWellFormed();

// A string has at most as many code points as UTF-16 units, so the walk is needed only when the cheap bound fails.
const codePointsExceed = (value: string, max: number) =>
  value.length > max && (value.length > max * 2 || [...value].length > max);

/** A string kept as it was sent, except that CRLF becomes LF (rules/api 13). */
export function rawText(options: { error?: string; max: number; tooLong?: string }) {
  return z
    .string({ error: options.error ?? textErrors.invalid })
    .refine(isStorable, { error: textErrors.invalidCharacters, abort: true })
    .overwrite((value) => value.replaceAll('\r\n', '\n'))
    .refine((value) => !codePointsExceed(value, options.max), {
      error: options.tooLong ?? textErrors.tooLong(options.max),
    });
}

/**
 * A trimmed string with a visible character. `required` is the answer to a missing, blank or wrongly typed value alike.
 */
export function requiredText(required: string, max: number, tooLong?: string) {
  return z
    .string({ error: required })
    .refine(isStorable, { error: textErrors.invalidCharacters, abort: true })
    .overwrite((value) => value.replaceAll('\r\n', '\n').trim())
    .min(1, { error: required, abort: true })
    .refine((value) => !isBlank(value), { error: required, abort: true })
    .refine((value) => !codePointsExceed(value, max), {
      error: tooLong ?? textErrors.tooLong(max),
      abort: true,
    });
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Every `…Id`, `…Ids` and path id on the wire is a uuid, whatever its version; lowercased so that it compares. */
export const uuid = z
  .string({ error: textErrors.invalid })
  .regex(UUID, { error: textErrors.invalid })
  .overwrite((value) => value.toLowerCase());

const NIL = '00000000-0000-0000-0000-000000000000';

/** An id in a search. A value that is no uuid finds nothing, as an unknown id does (rules/api 5). */
export const lenientUuid = z
  .string()
  .meta({ format: 'uuid' })
  .transform((text) => uuid.safeParse(text).data ?? NIL);

// Any value; the API documentation describes it as a uuid.
const anyId = z.custom<string>().meta({ type: 'string', format: 'uuid' });

/** Uuids in a body. The list's length is checked before its items, so that an endless list costs nothing. */
export const uuidList = (error: string = textErrors.invalid) =>
  z
    .array(anyId, { error })
    .max(limits.ids, { error: textErrors.tooMany(limits.ids), abort: true })
    .pipe(z.array(uuid, { error }));

/** An ISO 8601 UTC instant. */
export const instant = z.iso.datetime();

/** A date, which begins in the company's time zone, or an instant. */
export const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: textErrors.invalid,
});
