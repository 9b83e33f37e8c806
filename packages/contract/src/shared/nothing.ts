import { z } from 'zod';

/** The content of an answer that has nothing to tell. */
export const nothing = z.null();
