import { isBlank } from '@chat/contract/checks';
import { limits } from '@chat/contract/limits';

/** Lengths are in code points, as the server counts them (rules/messages 4). */
export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Something of it is seen (rules/composer 1), and it is not too long. */
export function canSend(text: string): boolean {
  return (
    !isBlank(text) && (text.length <= limits.content || countCodePoints(text) <= limits.content)
  );
}

/** From here on the writer sees how much room is left. */
export const isNearLimit = (text: string): boolean => text.length > limits.content * 0.9;
