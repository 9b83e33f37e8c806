import { z } from 'zod';
import { instant, uuid } from '../shared/ids.ts';

const personSchema = z.object({ uuid, email: z.string() });

/** `at`: when their mark passed the message; null where that was before times were stored. */
export const reachedSchema = personSchema.extend({ at: instant.nullable() });
export type Reached = z.infer<typeof reachedSchema>;

/** Who has got and seen a message: each who may, in the furthest list alone (rules/information 1). */
export const informationSchema = z.object({
  seenBy: z.array(reachedSchema),
  deliveredTo: z.array(reachedSchema),
  pending: z.array(personSchema),
});
export type Information = z.infer<typeof informationSchema>;
