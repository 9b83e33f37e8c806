import { erasedPerson } from '@chat/contract/checks';
import type { Db } from '../../../db/database.ts';
import { rest } from '../../../jobs/worker.ts';
import { roomsOf } from '../../../realtime/live-sockets.ts';
import { conflict } from '../../../shared/errors.ts';
import { forgetMessages, replaceMessages } from '../../search-index/search-index.actions.ts';
import type { ChatContext } from '../context.ts';
import { discardFiles } from '../files/files.actions.ts';
import { removeWholeChat } from '../retention/retention.actions.ts';
import { emptyMessages, lockToEmpty } from '../store/empty-messages.queries.ts';
import {
  type ChatOfPerson,
  closePersonalChat,
  findChatsOfGroup,
  findChatsOfPerson,
  findLastSeq,
  findMentioning,
  findSentAfter,
  isAnyHeld,
  isGroupHeld,
  isMentionHeld,
  isPersonHeld,
  lockChats,
  type Renaming,
  removeChatTraces,
  removeOriginalsOfSender,
  removeTraces,
  renameElsewhere,
  renameInMessages,
} from '../store/erase.queries.ts';
import { lockHoldsForRemoval } from '../store/holds.queries.ts';
import { chatTexts } from '../texts/chat.texts.ts';

const AT_ONCE = 200;
/** Messages that are emptied together, and numbers of a chat that are looked at for them. */
const LOOK = { limit: 50, window: 1_000 };

/** The person whose data an erasure takes away. */
export interface Erasable {
  id: number;
  /** Their messages go, too. */
  messages: boolean;
  /** Under which others may have mentioned them. */
  emails: string[];
  signal: AbortSignal;
}

/** To be asked in each transaction of an erasure: a hold stops it (rules/erasure 3). */
export async function assertPersonNotHeld(tx: Db, userId: number): Promise<void> {
  await lockHoldsForRemoval(tx);
  if (await isPersonHeld(tx, userId)) throw conflict(chatTexts.held);
}

/** To be asked at the beginning and at the end: too much to look through in each transaction. */
export async function assertMentionsNotHeld(tx: Db, userId: number): Promise<void> {
  if (await isMentionHeld(tx, userId)) throw conflict(chatTexts.held);
}

export async function assertGroupNotHeld(tx: Db, groupId: number): Promise<void> {
  await lockHoldsForRemoval(tx);
  if (await isGroupHeld(tx, groupId)) throw conflict(chatTexts.held);
}

const inTransaction = <Result>(
  { db }: ChatContext,
  { id }: Erasable,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> =>
  db.transaction(async (tx) => {
    await assertPersonNotHeld(tx, id);
    return work(tx);
  });

/** Repeats the work until it says that nothing is left, with rests between. */
async function untilDone(signal: AbortSignal, work: () => Promise<boolean>): Promise<void> {
  for (let isLeft = true; isLeft; ) {
    signal.throwIfAborted();
    const since = performance.now();
    isLeft = await work();
    if (isLeft) await rest(since, signal);
  }
}

/** As by an administrator's deletion; whoever writes in the chat waits for a few at a time. */
async function eraseMessagesIn(ctx: ChatContext, person: Erasable, chat: ChatOfPerson) {
  // Nobody who is deleted writes any more.
  const lastSeq = await findLastSeq(ctx.db, chat.id);
  // Deleted ones are not looked at again and again.
  let after = 0;
  await untilDone(person.signal, async () => {
    const sent = await findSentAfter(ctx.db, chat.id, person.id, { after, ...LOOK });
    const found = sent.map(({ id }) => id);
    const { messageUuids, fileUuids } = await inTransaction(ctx, person, async (tx) => {
      const ids = await lockToEmpty(tx, chat.id, found);
      const emptied = await emptyMessages(tx, chat.id, ids);
      await forgetMessages(tx, ids);
      return emptied;
    });
    for (const messageId of messageUuids) {
      ctx.realtime.publish(roomsOf(chat), 'message:deleted', { chatId: chat.uuid, messageId });
    }
    if (messageUuids.length > 0) ctx.pushHints.settled([chat.id]);
    await discardFiles(ctx, fileUuids);
    // Others may have emptied these just now, and not those that follow.
    after = sent.at(-1)?.seq ?? after + LOOK.window;
    return after < lastSeq;
  });
}

async function eraseIn(ctx: ChatContext, person: Erasable, chat: ChatOfPerson): Promise<void> {
  if (chat.kind === 'PERSONAL') {
    await inTransaction(ctx, person, (tx) => closePersonalChat(tx, chat.id));
    await removeWholeChat(ctx, chat.id, person.signal);
    return;
  }
  if (person.messages) await eraseMessagesIn(ctx, person, chat);
  await inTransaction(ctx, person, (tx) => removeOriginalsOfSender(tx, chat.id, person.id));
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Mentions of these e-mails, but not of longer ones that begin alike. */
const renamingOf = (emails: string[]): Renaming => ({
  pattern: `@(?:${emails.map(escaped).join('|')})(?![\\w-]|\\.\\w)`,
  name: `@${erasedPerson}`,
});

async function renameMentions(ctx: ChatContext, person: Erasable): Promise<void> {
  const renaming = renamingOf(person.emails);
  let after = 0;
  await untilDone(person.signal, () =>
    inTransaction(ctx, person, async (tx) => {
      const messages = await findMentioning(tx, person.id, after, AT_ONCE);
      const ids = messages.map(({ id }) => id);
      await lockChats(
        tx,
        messages.map(({ chatId }) => chatId),
      );
      if (await isAnyHeld(tx, ids)) throw conflict(chatTexts.held);
      await renameInMessages(tx, ids, renaming);
      await replaceMessages(tx, ids);
      after = ids.at(-1) ?? after;
      return ids.length === AT_ONCE;
    }),
  );
  await inTransaction(ctx, person, async (tx) => {
    await assertMentionsNotHeld(tx, person.id);
    await renameElsewhere(tx, person.id, renaming);
  });
}

/** Each step finds what an earlier try has left. */
export async function eraseChatsOfPerson(ctx: ChatContext, person: Erasable): Promise<void> {
  for (const chat of await findChatsOfPerson(ctx.db, person.id)) await eraseIn(ctx, person, chat);
  await renameMentions(ctx, person);
}

/** Call in the last transaction of the person's erasure. */
export const forgetTraces = (tx: Db, userId: number): Promise<void> => removeTraces(tx, userId);

/** The messages of all chats of the group, with their files and originals; gives the chats. */
export async function eraseChatsOfGroup(
  ctx: ChatContext,
  groupId: number,
  signal: AbortSignal,
): Promise<number[]> {
  const chatIds = await findChatsOfGroup(ctx.db, groupId);
  for (const id of chatIds) await removeWholeChat(ctx, id, signal);
  signal.throwIfAborted();
  return chatIds;
}

/** Call in the last transaction of the group's erasure. */
export const forgetChatTraces = (tx: Db, chatIds: number[]): Promise<void> =>
  removeChatTraces(tx, chatIds);
