import { z } from 'zod';
import { textErrors } from './text.ts';

/** A date, which begins in the company's time zone, or an instant. */
export const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: textErrors.invalid,
});
