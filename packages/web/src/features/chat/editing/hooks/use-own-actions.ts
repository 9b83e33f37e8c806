import type { Message } from '@chat/contract/messages';
import { useCallback } from 'react';
import { useServerTime } from '../../../../shared/hooks/use-server-time.ts';
import { useSession } from '../../../../shared/session.ts';
import { useConfig } from '../../../system/api/get-config.ts';
import { deletableUntil, editableUntil } from '../own-message.ts';

/** What its author may still do with a message; drawn anew once a time is over. */
export function useOwnActions(message: Message): { canEdit: boolean; canDelete: boolean } {
  const viewerId = useSession((session) => session.user?.uuid ?? '');
  const { data: config } = useConfig();
  const editUntil = config ? editableUntil(message, viewerId, config) : 0;
  const deleteUntil = config ? deletableUntil(message, viewerId, config) : 0;
  const canEdit = useServerTime(useCallback((now: number) => now < editUntil, [editUntil]));
  const canDelete = useServerTime(useCallback((now: number) => now < deleteUntil, [deleteUntil]));
  return { canEdit, canDelete };
}
