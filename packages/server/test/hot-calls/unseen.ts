import { type Db, sql } from '../../src/db/database.ts';
import type { TestApp } from '../build-app.ts';
import { EVERYBODY } from '../busy-company.ts';
import { type Cast, createGroupOf, groupChatOf, sendText } from '../cast.ts';
import { type BusyCompany, type HotCall, RECEIPTS } from './hot-call.ts';

const BEHIND = 100_000;
const DELETED = 1_000;

/** The group chat of Ana, Bruno and Carla, in which Carla has received a hundred thousand messages and seen none. */
export async function fillUnseenChat(app: TestApp, cast: Cast): Promise<string> {
  const { ana, bruno, carla } = cast;
  const group = await createGroupOf(app, 'Avisos que alguien no mira', [ana, bruno, carla]);
  const chatId = await groupChatOf(ana, group);
  await app.ctx.db.transaction((tx) => fillUnseen(tx, chatId, carla.uuid));
  return chatId;
}

async function fillUnseen(tx: Db, chatUuid: string, idleUuid: string): Promise<void> {
  const chat = sql`(select id from chats where uuid = ${chatUuid})`;
  const idle = sql`(select id from users where uuid = ${idleUuid})`;
  await tx.run(sql`
    insert into messages (chat_id, seq, uuid, sender_id, type, content, deleted_at)
    select m.chat_id, seq, gen_random_uuid(), m.user_id, 'TEXT', 'Aviso',
      case when seq % ${BEHIND / DELETED} = 0 then now() end
    from generate_series(1, ${BEHIND}) as seq, (
      select chat_id, min(user_id) as user_id from chat_members where chat_id = ${chat} group by chat_id
    ) m`);
  await tx.run(sql`
    update chats c set last_seq = ${BEHIND}, delivered_seq = ${BEHIND}, deleted_count = ${DELETED},
      last_message_id = m.id, last_message_at = m.created_at
    from messages m where c.id = ${chat} and m.chat_id = c.id and m.seq = ${BEHIND - 1}`);
  await tx.run(sql`
    update chat_members set delivered_seq = ${BEHIND}, seen_seq = case when user_id = ${idle} then 0 else ${BEHIND} end
    where chat_id = ${chat}`);
}

const sendUnseen = ({ ana, unseen }: BusyCompany) => sendText(ana, unseen, 'Aviso');

/** A chat that an online member never looks at. */
export const unseen: HotCall[] = [
  {
    name: 'a message to a chat that a member never looks at',
    rows: 1,
    act: sendUnseen,
  },
  {
    name: 'what all have got and one never looks at',
    // Without statistics the plan looks for blocked people among everybody.
    rows: EVERYBODY,
    of: RECEIPTS,
    act: async (company) => {
      const { live, idle, unseen: chatId } = company;
      await sendUnseen(company);
      await live.emit('seen', { chatId });
      await idle.emit('delivered', { chatId });
    },
  },
];
