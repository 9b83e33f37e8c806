import { deleteMessage, reactToMessage } from '@chat/contract/messages';
import { listScheduled, replyToMessage } from '@chat/contract/writing';
import { sql } from '../../src/db/database.ts';
import { advanceLaggingWatermarks } from '../../src/modules/chat/receipts/receipts.actions.ts';
import { countAged } from '../../src/modules/chat/retention/count-aged.actions.ts';
import { removeMessagesBefore } from '../../src/modules/chat/retention/retention.actions.ts';
import { updateMarks } from '../../src/modules/chat/store/receipts.queries.ts';
import { EVERYBODY, LONG, PEOPLE } from '../busy-company.ts';
import { sendText } from '../cast.ts';
import { sendFile } from '../files.ts';
import { inMs, schedule } from '../scheduled.ts';
import { type BusyCompany, type HotCall, RECEIPTS } from './hot-call.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Sends by Ana and Bruno in turn, to both chats. */
const several = ({ ana, bruno, small, ventasChat }: BusyCompany, count: number) =>
  Array.from({ length: count }, (_, n) =>
    sendText(n % 2 ? ana : bruno, n % 3 ? small : ventasChat, 'Hola'),
  );

export const writes: HotCall[] = [
  {
    name: 'a message to the long chat',
    rows: 1,
    act: ({ ana, ventasChat }) => sendText(ana, ventasChat, 'Hola'),
  },
  {
    name: 'a message to a small chat',
    rows: 1,
    act: ({ ana, small }) => sendText(ana, small, 'Hola'),
  },
  {
    name: 'a message that is scheduled, and the list of them',
    rows: 10,
    of: /scheduled_messages|reference_id/,
    async act({ ana, ventasChat }) {
      await schedule(ana, ventasChat, 'Para luego', { referenceId: crypto.randomUUID() });
      await ana.call(listScheduled, {});
    },
  },
  {
    // Its statements run beside the call.
    name: 'a scheduled message when it is due',
    rows: 10,
    of: /scheduled_messages/,
    async act({ ana, live, ventasChat }) {
      const { content } = await schedule(ana, ventasChat, 'Ahora', { sendAt: inMs(400) });
      await live.waitFor('message', ({ uuid }) => uuid === content.uuid);
    },
  },
  {
    name: 'a message that is repeated',
    rows: 1,
    act: ({ ana, ventasChat }) => sendText(ana, ventasChat, 'Hola', 'larga-9000'),
  },
  {
    // By writing, each of the two has seen the other one's messages and all older ones.
    name: 'messages sent together',
    rows: PEOPLE,
    act: async (company) => {
      await Promise.all(several(company, 32));
      // The server gathers this receipt with the writers' receipts, and sends events to the authors of both.
      await company.live.emit('seen', { chatId: company.small });
    },
  },
  {
    name: 'an answer',
    rows: 1,
    act: ({ bruno, at }) =>
      bruno.call(replyToMessage, {
        params: { messageId: at(LONG - 5) },
        body: { content: 'Hola, Ana', referenceId: 'respuesta' },
      }),
  },
  {
    name: 'a reaction',
    rows: 1,
    act: ({ bruno, at }) =>
      bruno.call(reactToMessage, {
        params: { messageId: at(LONG - 6) },
        body: { emoji: '👍' },
      }),
  },
  {
    name: 'what is seen',
    rows: PEOPLE,
    of: RECEIPTS,
    act: async ({ ana, live, small, ventasChat }) => {
      for (const chatId of [small, ventasChat]) {
        await sendText(ana, chatId, 'Hola');
        await live.emit('seen', { chatId });
      }
    },
  },
  {
    // Members are found by their own key: the last one of the chat, too.
    name: 'the marks of one member of a large group',
    rows: 1,
    of: RECEIPTS,
    act: async ({ app, ventasChat }) => {
      const { userId } = await app.ctx.db.one<{ userId: number }>(sql`
        select max(m.user_id) as user_id from chat_members m join chats c on c.id = m.chat_id and c.uuid = ${ventasChat}`);
      await updateMarks(app.ctx.db, [
        { userId, chatUuid: ventasChat, deliveredSeq: LONG, seenSeq: LONG },
      ]);
    },
  },
  {
    name: 'ticks that a crash left behind',
    rows: EVERYBODY,
    of: RECEIPTS,
    act: ({ app }) => advanceLaggingWatermarks(app.ctx),
  },
  {
    // Each file adds what was counted in memory.
    name: 'what people have stored today, summed up',
    rows: 1,
    of: /daily_amounts/,
    act: ({ ana, ventasChat }) => sendFile(ana, ventasChat, { bytes: 'Informe' }),
  },
  {
    name: 'a deletion',
    rows: 1,
    act: ({ elena, ventasChat, at }) =>
      elena.call(deleteMessage, { params: { chatId: ventasChat, messageId: at(LONG - 7) } }),
  },
  {
    // One statement finds the oldest message of five hundred chats.
    name: 'a removal by age',
    rows: 500,
    act: ({ app }) =>
      removeMessagesBefore(app.ctx, new Date(Date.now() - (LONG - 150) * MINUTE_MS)),
  },
  {
    name: 'a count of what is past its time, which is all',
    rows: 10_000,
    act: ({ app }) => countAged(app.ctx, { now: new Date(Date.now() + DAY_MS), days: 0 }),
  },
];
