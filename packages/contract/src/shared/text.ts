import { z } from 'zod';
import { isBlank } from './is-blank.ts';

export const textErrors = {
  invalid: 'Valor no válido',
  invalidCharacters: 'El texto contiene caracteres no válidos',
  tooLong: (max: number) => `No puede exceder los ${max} caracteres`,
  tooMany: (max: number) => `No puede exceder los ${max} elementos`,
};

// U+0000 cannot be stored in PostgreSQL and a lone surrogate has no UTF-8 form: both would change what was sent.
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

/** A trimmed string in which something is seen. `required` answers a missing, blank or wrongly typed value alike. */
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
