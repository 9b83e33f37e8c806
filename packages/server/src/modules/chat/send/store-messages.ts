import { required } from '@chat/contract/checks';
import type { Db } from '../../../db/database.ts';
import { insertMessages, type SentRow } from '../store/insert-messages.queries.ts';
import type { NewMessage } from '../store/send-forms.queries.ts';
import { ChatIdentities } from './chat-identities.ts';

/** Those that were stored now or before, each with what its chat is. */
export type StoreMessages = (messages: NewMessage[]) => Promise<SentRow[]>;

/** What is known of the chats beforehand, the statement of a send need not look up. */
export function storeMessagesIn(db: Db): StoreMessages {
  const identities = new ChatIdentities(db);
  return async (messages) => {
    const known = await identities.of(new Set(messages.map(({ chatUuid }) => chatUuid)));
    const stored = await insertMessages(db, messages);
    return stored.flatMap((row) => {
      const chat = known.get(required(messages[row.at], 'message').chatUuid);
      return chat ? Object.assign(row, { chat }) : [];
    });
  };
}
