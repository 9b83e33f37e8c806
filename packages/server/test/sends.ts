import { type Database, sql } from '../src/db/database.ts';
import { createMessageBatcher } from '../src/modules/chat/send/message-batcher.ts';
import type { NewMessage, SentRow } from '../src/modules/chat/store/insert-messages.queries.ts';
import type { Client } from './client.ts';

export const seqsOf = (rows: ({ seq: number } | undefined)[]) => rows.map((row) => row?.seq);
export const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

/** Messages of the sender in the chat, built as a send builds them. */
export async function draftsBy(
  db: Database,
  sender: Client,
  chatUuid: string,
): Promise<(said: object) => NewMessage> {
  const { id } = await db.one<{ id: number }>(
    sql`select id from users where uuid = ${sender.uuid}`,
  );
  return (said) => ({
    uuid: crypto.randomUUID(),
    chatUuid,
    senderId: id,
    referenceId: crypto.randomUUID(),
    type: 'TEXT',
    content: 'Hola',
    replyToId: null,
    forwardedId: null,
    file: null,
    mentionedUserIds: [],
    ...said,
  });
}

/** Records the number of a new message instead of announcing it. */
export const announceIn = (announced: number[]) => (stored: SentRow) => {
  announced.push(stored.seq);
};

/** Sends all at the same moment: the first message goes alone, the others go together. */
export function sendAll(db: Database, messages: NewMessage[], announced: number[] = []) {
  const batcher = createMessageBatcher(db, { slots: 1, broadcastFirst: false });
  return Promise.allSettled(
    messages.map((message) => batcher.insert(message, announceIn(announced))),
  );
}

export const sentOf = (results: PromiseSettledResult<SentRow | undefined>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? result.value : undefined));
