import { z } from 'zod';
import { limits } from './limits.ts';
import { rawText } from './text.ts';

const pageNumber = (max: number, error: string) =>
  z
    .string({ error })
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .refine((value) => value >= 1 && value <= max, { error })
    .optional();

/** `page` (from 1) and `size` of a list; both absent means everything (contract §2). */
export const pageQuery = {
  page: pageNumber(999_999_999, 'La página empieza en 1'),
  size: pageNumber(limits.pageSize, `El tamaño va de 1 a ${limits.pageSize}`),
};

/** A search text as it stands in a query string. */
export const searchText = rawText({ max: limits.email }).optional();

export interface Page {
  page: number;
  size: number;
}
