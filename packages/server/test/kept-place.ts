import { getPersonalChat } from '@chat/contract/chats';
import type { Group } from '@chat/contract/groups';
import { sql } from '../src/db/database.ts';
import type { TestApp } from './build-app.ts';
import { createGroupOf, directChatOf, groupChatOf, registerPerson } from './cast.ts';
import type { Client } from './client.ts';
import type { Author, Where } from './kept-steps.ts';

/** A group of three with its chat, a direct chat of two of them and a personal one. */
export interface KeptPlace {
  people: Record<Author, Client>;
  group: Group;
  chats: Record<Where, string>;
}

export async function createPlace(app: TestApp, prefix: string): Promise<KeptPlace> {
  const [ana, bruno, carla] = [
    await registerPerson(app, `ana-${prefix}`),
    await registerPerson(app, `bruno-${prefix}`),
    await registerPerson(app, `carla-${prefix}`),
  ];
  const group = await createGroupOf(app, `Obra ${prefix}`, [ana, bruno, carla]);
  const chats = {
    group: await groupChatOf(carla, group),
    direct: await directChatOf(ana, bruno, group),
    personal: (await ana.call(getPersonalChat, {})).content.uuid,
  };
  return { people: { ana, bruno, carla }, group, chats };
}

/** Said in the group by Bruno and Ana in turn, who have seen it; Carla has not. Gives the uuids in their order. */
export async function seedGroup(
  { ctx: { db } }: TestApp,
  { people: { ana, bruno }, chats }: KeptPlace,
  texts: string[],
): Promise<string[]> {
  const rows = await db.many<{ uuid: string; seq: number }>(sql`
    insert into messages (chat_id, seq, uuid, sender_id, type, content)
    select c.id, said.nth, gen_random_uuid(), case when said.nth % 2 = 0 then ${ana.user.id}::bigint else ${bruno.user.id}::bigint end,
      'TEXT', said.text
    from chats c, unnest(${texts}::text[]) with ordinality as said (text, nth)
    where c.uuid = ${chats.group} returning uuid, seq`);
  await db.run(sql`
    update chats c set last_seq = m.seq, last_message_id = m.id, last_message_at = m.created_at
    from messages m where c.uuid = ${chats.group} and m.chat_id = c.id and m.seq = ${texts.length}`);
  await db.run(sql`
    update chat_members m set delivered_seq = ${texts.length}, seen_seq = ${texts.length}
    from chats c where c.uuid = ${chats.group} and m.chat_id = c.id
      and m.user_id = any(${[ana.user.id, bruno.user.id]}::bigint[])`);
  return rows.toSorted((one, other) => one.seq - other.seq).map(({ uuid }) => uuid);
}
