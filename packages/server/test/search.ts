import { getPersonalChat } from '@chat/contract/chats';
import {
  type FoundMessage,
  searchChats,
  searchMessages,
  type WatchedMessage,
} from '@chat/contract/search';
import { expect } from 'vitest';
import { sql } from '../src/db/database.ts';
import type { TestApp } from './build-app.ts';
import type { Client } from './client.ts';
import { untilIndexed } from './search-index.ts';

export type Asked = Partial<
  Record<
    'q' | 'chatId' | 'groupId' | 'from' | 'type' | 'since' | 'until' | 'size' | 'before',
    string
  >
>;

const written = (asked: string | Asked) =>
  new URLSearchParams(typeof asked === 'string' ? { q: asked } : asked).toString();

/** Writes a text into a person's personal chat, again and again. */
export async function fillPersonal(
  app: Pick<TestApp, 'ctx'>,
  reader: Client,
  text: string,
  count: number,
): Promise<void> {
  const { content } = await reader.call(getPersonalChat, {});
  await app.ctx.db.run(sql`
    insert into messages (chat_id, seq, uuid, sender_id, reference_id, type, content, created_at)
    select c.id, n, gen_random_uuid(), c.low_user_id, 'propio-' || n, 'TEXT', ${text}, now() - (${count} - n) * interval '1 minute'
    from chats c, generate_series(1, ${count}::int) as n where c.uuid = ${content.uuid}`);
  await app.ctx.db.run(sql`
    update chats set last_seq = ${count} where uuid = ${content.uuid}`);
}

/** Any search, valid or not. */
export const search = (reader: Client, asked: string | Asked) =>
  reader.request<FoundMessage[]>('GET', `${searchMessages.path}?${written(asked)}`);

/** Any search in all conversations, valid or not. */
export const searchAll = (reader: Client, asked: string | Asked) =>
  reader.request<WatchedMessage[]>('GET', `${searchChats.path}?${written(asked)}`);

/** The messages that a person finds once the index has all messages. */
export async function found(
  app: Pick<TestApp, 'ctx'>,
  reader: Client,
  asked: string | Asked,
): Promise<FoundMessage[]> {
  await untilIndexed(app.ctx.db);
  const { status, content, pagination } = await search(reader, asked);
  expect([status, pagination]).toEqual([200, null]);
  return content;
}

/** The texts of the found messages. */
export const textsFound = async (...given: Parameters<typeof found>): Promise<string[]> =>
  (await found(...given)).map(({ message }) => message.content);
