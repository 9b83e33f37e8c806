import { keep, keptKeys } from '../../shared/keep.ts';
import { readSession } from '../../shared/session.ts';

const prefix = (userId: string) => `chat.draft.${userId}.`;
const keyOf = (hash: string) => prefix(readSession().user?.uuid ?? '') + hash;

/** What was typed into a chat and not sent; it outlives a reload and the session, not a logout. */
export const readDraft = (hash: string): string => localStorage.getItem(keyOf(hash)) ?? '';

export const writeDraft = (hash: string, text: string): void => keep(keyOf(hash), text || null);

export function clearDrafts(userId: string): void {
  for (const key of keptKeys(prefix(userId))) keep(key, null);
}
