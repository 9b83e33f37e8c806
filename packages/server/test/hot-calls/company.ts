import { firstOf, required } from '@chat/contract/checks';
import { sql } from '../../src/db/database.ts';
import { startApp } from '../build-app.ts';
import { fillCompany } from '../busy-company.ts';
import { directChatOf, gatherCast, sendText } from '../cast.ts';
import type { BusyCompany } from './hot-call.ts';
import { fillUnseenChat } from './unseen.ts';

export async function startBusyCompany(): Promise<BusyCompany> {
  const app = await startApp();
  const cast = await gatherCast(app);
  await app.ctx.indexer.close();
  const { ana, bruno, carla, ventas, ventasChat } = cast;
  const small = await directChatOf(ana, bruno, ventas);
  for (const text of ['uno', 'dos', 'tres']) await sendText(ana, small, text);
  await app.ctx.db.transaction((tx) =>
    fillCompany(tx, { groupUuid: ventas.uuid, chatUuid: ventasChat, sociable: ana.uuid }),
  );
  const unseen = await fillUnseenChat(app, cast);
  const stored = await app.ctx.db.many<{ seq: number; uuid: string; fileUuid: string | null }>(sql`
    select m.seq, m.uuid, f.uuid as file_uuid
    from messages m join chats c on c.id = m.chat_id and c.uuid = ${ventasChat}
      left join files f on f.message_id = m.id`);
  const messages = new Map(stored.map(({ seq, uuid }) => [seq, uuid]));
  const live = await bruno.connect();
  const idle = await carla.connect();
  return {
    ...cast,
    app,
    live,
    idle,
    unknown: await app.signIn('ana'),
    small,
    unseen,
    file: firstOf(stored.flatMap(({ fileUuid }) => fileUuid ?? [])),
    at: (seq) => required(messages.get(seq), 'message'),
    close() {
      live.close();
      idle.close();
      return app.close();
    },
  };
}
