import { z } from 'zod';
import { instant, uuid } from '../shared/ids.ts';
import { textErrors } from '../shared/text.ts';

export const reactionSchema = z.object({
  userUuid: uuid,
  userEmail: z.string(),
  emoji: z.string(),
  reactedAt: instant,
});
export type Reaction = z.infer<typeof reactionSchema>;

// The list the runtime knows may be older than the emoji, so what is built like one passes too.
const EMOJI =
  /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}(?:\uFE0F|\p{EMod})?(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{EMod})?)*)$/v;
const LONGEST = 40;

/** Exactly one emoji, whatever its skin tone or how many parts it joins (rules/reactions 1). */
export const isEmoji = (text: string): boolean => text.length <= LONGEST && EMOJI.test(text);

export const reactSchema = z.object({
  emoji: z.string({ error: textErrors.invalid }).refine(isEmoji, { error: 'Elige un solo emoji' }),
});
