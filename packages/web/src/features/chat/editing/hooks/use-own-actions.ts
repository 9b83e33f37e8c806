import type { Message } from '@chat/contract/messages/messages.schema';
import { useEffect, useState } from 'react';
import { useSession } from '../../../../shared/session.ts';
import { useConfig } from '../../../system/api/get-config.ts';
import { deletableUntil, editableUntil } from '../own-message.ts';

/** A timer takes no more. */
const MAX_WAIT_MS = 2 ** 31 - 1;

/** What its author may still do with a message; drawn anew once a time is over. */
export function useOwnActions(message: Message): { canEdit: boolean; canDelete: boolean } {
  const viewerId = useSession((session) => session.user?.uuid ?? '');
  const { data: config } = useConfig();
  const [now, setNow] = useState(() => Date.now());
  const editUntil = config ? editableUntil(message, viewerId, config) : 0;
  const deleteUntil = config ? deletableUntil(message, viewerId, config) : 0;
  const next = Math.min(...[editUntil, deleteUntil].filter((end) => end > now));
  useEffect(() => {
    if (next === Number.POSITIVE_INFINITY) return;
    const until = Math.min(next, now + MAX_WAIT_MS);
    // A timer may be a moment early, and would then find that nothing is over.
    const look = () => setNow(Math.max(Date.now(), until));
    const timer = window.setTimeout(look, until - Date.now());
    return () => window.clearTimeout(timer);
  }, [next, now]);
  return { canEdit: editUntil > now, canDelete: deleteUntil > now };
}
