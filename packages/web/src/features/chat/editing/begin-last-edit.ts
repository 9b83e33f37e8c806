import type { Message } from '@chat/contract/messages';
import type { QueryClient } from '@tanstack/react-query';
import { serverNow } from '../../../shared/server-clock.ts';
import { readSession } from '../../../shared/session.ts';
import { configQuery } from '../../system/api/get-config.ts';
import { cachedWindow } from '../messages/api/list-messages.ts';
import { useOutbox } from '../outbox/outbox.ts';
import { beginEdit } from './begin-edit.ts';
import { editableUntil } from './own-message.ts';

interface Chat {
  hash: string;
  chatId: string;
}

/** The last own message that may still be edited; where that is not known, or still on its way, nothing happens. */
export async function beginLastEdit(
  queryClient: QueryClient,
  { hash, chatId }: Chat,
): Promise<void> {
  const config = await queryClient.ensureQueryData(configQuery).catch(() => undefined);
  const loaded = cachedWindow(queryClient, chatId);
  if (!config || !loaded || loaded.hasNewer || isSending(hash)) return;
  const viewerId = readSession().user?.uuid ?? '';
  const editable = (message: Message) => editableUntil(message, viewerId, config) > serverNow();
  const last = loaded.messages.filter(editable).at(-1);
  if (last) beginEdit(last);
}

const isSending = (hash: string) =>
  useOutbox
    .getState()
    .messages.some(({ chat, state }) => chat.hash === hash && state === 'pending');
