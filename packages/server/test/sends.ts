import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Database, sql } from '../src/db/database.ts';
import { createSendGatherer } from '../src/modules/chat/send/send-gatherer.ts';
import type { SentRow } from '../src/modules/chat/store/insert-messages.queries.ts';
import type { NewMessage } from '../src/modules/chat/store/send-forms.queries.ts';
import type { Client } from './client.ts';

export const seqsOf = (rows: ({ seq: number } | undefined)[]) => rows.map((row) => row?.seq);
export const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

/** Makes messages of that sender in that chat, as sending one does. */
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
    file: null,
    mentionedUserIds: [],
    ...said,
  });
}

const onUntold = (error: unknown) => {
  throw error;
};

/** All sent in one moment: the first one goes alone, the others together. Comes back when they are told too. */
export async function sendAll(db: Database, messages: NewMessage[], told: number[] = []) {
  const sends = createSendGatherer(db, { lanes: 1, isToldFirst: false, onUntold });
  const results = await Promise.allSettled(
    messages.map((message) => sends.send(message, ({ seq }) => told.push(seq))),
  );
  await nextTurn();
  return results;
}

export const sentOf = (results: PromiseSettledResult<SentRow | undefined>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? result.value : undefined));
