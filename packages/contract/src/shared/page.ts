import { z } from 'zod';
import { limits } from './limits.ts';
import { rawText } from './text.ts';

const wholeNumber = (error: string) =>
  z.string({ error }).regex(/^\d+$/, { error, abort: true }).transform(Number);

// Far beyond any list; where it begins can still be counted.
const MAX_PAGES = 10 ** 12;

const pageErrors = {
  tooLow: 'La página empieza en 1',
  tooHigh: 'El número de página es demasiado grande',
  size: (max: number) => `El tamaño va de 1 a ${max}`,
};

/** How many a page holds. */
export const sizeUpTo = (max: number) =>
  wholeNumber(pageErrors.size(max))
    .refine((size) => size >= 1 && size <= max, { error: pageErrors.size(max) })
    .optional();

/** `page` (from 1) and `size` of a list; both absent means everything (rules/api 12). */
export const pageQuery = {
  page: wholeNumber(pageErrors.tooLow)
    .refine((page) => page >= 1, { error: pageErrors.tooLow })
    .refine((page) => page <= MAX_PAGES, { error: pageErrors.tooHigh })
    .optional(),
  size: sizeUpTo(limits.pageSize),
};

/** A search text as it stands in a query string. */
export const searchText = rawText({ max: limits.email }).optional();

export interface Page {
  page: number;
  size: number;
}
