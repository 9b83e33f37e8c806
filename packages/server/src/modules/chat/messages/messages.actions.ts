import { limits, messageErrors } from '@chat/contract/checks';
import { uuid as uuidSchema } from '@chat/contract/fields';
import type { ChatType, Message } from '@chat/contract/messages';
import * as routes from '@chat/contract/messages';
import * as writing from '@chat/contract/writing';
import type { Db } from '../../../db/database.ts';
import { Answer, answerList } from '../../../http/answer.ts';
import { cacheResponses, type Made } from '../../../http/response-cache.ts';
import type { Router } from '../../../http/route.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { type ChatAudience, roomsOf } from '../../../realtime/live-sockets.ts';
import type { Realtime } from '../../../realtime/publish.ts';
import { conflict, notFound } from '../../../shared/errors.ts';
import { recordAct, recordReading } from '../../audit/audit.actions.ts';
import { forgetMessages } from '../../search-index/search-index.actions.ts';
import { accessChatWith, accessDeletable, accessOwnMessage } from '../access/chat.access.ts';
import { accessSupervision } from '../access/supervision.access.ts';
import type { ChatContext } from '../context.ts';
import { discardFile } from '../files/files.actions.ts';
import {
  type DeletedRow,
  lockOwnMessage,
  removeOriginalsOf,
  updateMessageDeleted,
} from '../store/edit-message.queries.ts';
import {
  findMessagePage,
  findPageState,
  type MessageCursor,
  type PageState,
} from '../store/message-page.queries.ts';
import { type FoundRow, findOwnMessages, findWatchedMessages } from '../store/messages.queries.ts';
import { joinsWithoutHistory } from '../store/supervisions.queries.ts';
import {
  editMessage,
  keepsOriginals,
  listOriginals,
  storeOriginal,
} from './edit-message.actions.ts';
import { pageStateOf, presentMessage, rowsOf } from './messages.present.ts';
import * as sends from './send-message.actions.ts';

const PAGE = limits.messagesPerPage;

interface MessagesQuery {
  page?: number | undefined;
  before?: string | undefined;
  after?: string | undefined;
  around?: string | undefined;
  aroundSeq?: number | undefined;
}

/** The page that a call asks for; undefined when the anchor cannot be a message. */
function cursorOf(query: MessagesQuery): MessageCursor | undefined {
  const { page = 1, before, after, around, aroundSeq } = query;
  const anchor = after ?? before ?? around;
  if (anchor === undefined) return aroundSeq === undefined ? { page } : { aroundSeq };
  const parsed = uuidSchema.safeParse(anchor);
  if (!parsed.success) return undefined;
  if (after !== undefined) return { after: parsed.data };
  return before !== undefined ? { before: parsed.data } : { around: parsed.data };
}

/** Whether it is the page that everybody reads, of which the answers are kept. */
const isNewestPage = ({ page = 1, before, after, around, aroundSeq }: MessagesQuery): boolean =>
  page === 1 && (before ?? after ?? around ?? aroundSeq) === undefined;

/** Whether the viewer reads the page that all readers share; who joined without history has one of their own. */
const isForAll = (viewer: Viewer): boolean => !joinsWithoutHistory(viewer);

/** The reader's right is asked in the same breath; false: the page has to be read anew. */
async function isPageAsKnown(
  ctx: ChatContext,
  viewer: Viewer,
  chatUuid: string,
  known: PageState,
): Promise<boolean> {
  const chat = await accessChatWith(ctx.db, viewer, () =>
    findPageState(ctx.db, chatUuid, viewer, known),
  );
  const isAsKnown =
    chat.version === known.version && chat.reactions === known.reactions && chat.areNamesUnchanged;
  if (isAsKnown && known.to > 0) await recordReading(ctx.db, viewer, chat, [known.from, known.to]);
  return isAsKnown;
}

/**
 * A page of messages for readers of the chat; reading marks nothing (rules/messages 14). Nothing when `known` still
 * holds.
 */
async function listMessages(
  ctx: ChatContext,
  viewer: Viewer,
  chatUuid: string,
  query: MessagesQuery,
  known?: PageState,
): Promise<Made<Message[], PageState> | undefined> {
  if (known && (await isPageAsKnown(ctx, viewer, chatUuid, known))) return undefined;
  const cursor = cursorOf(query);
  if (!cursor) throw notFound();
  const chat = await accessChatWith(ctx.db, viewer, () =>
    findMessagePage(ctx.db, chatUuid, viewer, cursor, PAGE),
  );
  if (chat.anchorSeq === null) throw notFound();
  const rows = rowsOf(chat);
  const seqs = rows.map(({ seq }) => seq);
  await recordReading(ctx.db, viewer, chat, seqs);
  const messages = rows.map((row) => presentMessage(chat, row));
  if (!('page' in cursor)) return { answer: new Answer(messages), state: undefined };
  const totalElements = chat.total ?? chat.lastSeq - chat.deletedCount;
  const answer = answerList(messages, { page: cursor.page, size: PAGE, totalElements });
  return { answer, state: pageStateOf(chat, rows) };
}

/** Gone for everybody at once (rules/messages 18); for administrators, in any chat but others' personal ones. */
async function deleteMessage(
  ctx: ChatContext,
  viewer: Viewer,
  chatUuid: string,
  messageUuid: string,
): Promise<null> {
  const chat = await accessDeletable(ctx.db, viewer, chatUuid);
  const deleted = await ctx.db.transaction(async (tx) => {
    const row = await updateMessageDeleted(tx, chat.id, messageUuid, true);
    if (!row) throw notFound();
    const concerned = { chatId: chat.id, messageUuid, messageSenderId: row.senderId };
    await recordAct(tx, viewer, 'MESSAGE_DELETED', concerned);
    if (!row.isHeld) await removeOriginalsOf(tx, chat.id, row.id);
    await forgetMessages(tx, [row.id]);
    return row;
  });
  return finishDeletion(ctx, chat, messageUuid, deleted);
}

/** Deletes a message for its author, while there is time (rules/edits 7). */
async function deleteOwnMessage(
  ctx: ChatContext,
  viewer: Viewer,
  messageUuid: string,
): Promise<null> {
  const { chat } = await accessOwnMessage(ctx.db, viewer, messageUuid);
  const own = { senderId: viewer.id, messageUuid, minutes: ctx.config.deleteMinutes };
  const deleted = await ctx.db.transaction(async (tx) => {
    const before = await lockOwnMessage(tx, chat.id, { ...own, needsAll: false });
    if (!before) throw notFound();
    if (!before.isInTime) throw conflict(messageErrors.deleteLate);
    const row = await updateMessageDeleted(tx, chat.id, messageUuid, !keepsOriginals(ctx, chat));
    if (!row) throw notFound();
    const until = row.deletedAt;
    if (!row.isHeld) await storeOriginal(ctx, tx, chat, { ...before, until, reason: 'DELETED' });
    await forgetMessages(tx, [row.id]);
    return row;
  });
  return finishDeletion(ctx, chat, messageUuid, deleted);
}

async function finishDeletion(
  ctx: ChatContext,
  chat: ChatAudience & { id: number },
  messageUuid: string,
  { fileUuid }: DeletedRow,
): Promise<null> {
  announceMessageDeleted(ctx.realtime, chat, messageUuid);
  ctx.pushHints.settled([chat.id]);
  if (fileUuid) await discardFile(ctx, fileUuid);
  return null;
}

function announceMessageDeleted(realtime: Realtime, chat: ChatAudience, messageId: string): void {
  realtime.publish(roomsOf(chat), 'message:deleted', { chatId: chat.uuid, messageId });
}

/** A message with the chat in which its reader finds it. */
export interface FoundMessage {
  message: Message;
  chatId: number;
  chat: {
    uuid: string;
    chatType: ChatType;
    groupUuid: string | null;
    groupName: string | null;
    counterpartEmail: string | null;
  };
}

function presentFound(row: FoundRow): FoundMessage {
  const { chatId, uuid, kind, groupUuid, groupName, counterpartEmail } = row;
  return {
    message: presentMessage(row, row.message),
    chatId,
    chat: { uuid, chatType: kind, groupUuid, groupName, counterpartEmail },
  };
}

const byId = (rows: FoundRow[]) => new Map(rows.map((row) => [row.message.id, presentFound(row)]));

/** Among these messages, named by their ids, those that the viewer may read now as a member of their chat. */
export const getOwnMessages = async (
  db: Db,
  viewer: Viewer,
  ids: number[],
): Promise<Map<number, FoundMessage>> => byId(await findOwnMessages(db, ids, viewer));

/** The messages that an administrator may read now, in any chat; the caller records the reading. */
export async function getWatchedMessages(
  db: Db,
  viewer: Viewer,
  ids: number[],
): Promise<Map<number, FoundMessage>> {
  accessSupervision(viewer);
  return byId(await findWatchedMessages(db, ids, viewer));
}

export function registerMessageRoutes(router: Router, ctx: ChatContext): void {
  const listing = cacheResponses<typeof routes.listMessages, PageState>({
    keyOf: ({ viewer, params, query }) =>
      isNewestPage(query) && isForAll(viewer) ? params.chatId : undefined,
    read: ({ viewer, params, query }, known) =>
      listMessages(ctx, viewer, params.chatId, query, known),
  });
  router.serve(routes.listMessages, listing);
  router.serve(
    writing.sendMessage,
    ({ viewer, params, headers, body }) => {
      const referenceId = body.referenceId ?? headers['idempotency-key'];
      const { forwardedFrom } = body;
      if (forwardedFrom) {
        return sends.forwardMessage(ctx, viewer, params.chatId, forwardedFrom, referenceId);
      }
      return sends.sendMessage(ctx, viewer, params.chatId, { ...body, referenceId });
    },
    {
      beforeUpload: ({ viewer, params }) => sends.admitSender(ctx, viewer, params.chatId),
      openIntake: (call, fields) => sends.watchFile(ctx, call, call.params, fields),
    },
  );
  router.serve(
    writing.replyToMessage,
    ({ viewer, params, body }) => sends.replyToMessage(ctx, viewer, params.messageId, body),
    {
      beforeUpload: ({ viewer, params }) => sends.admitReply(ctx, viewer, params.messageId),
      openIntake: (call, fields) => sends.watchFile(ctx, call, call.params, fields),
    },
  );
  router.serve(routes.deleteMessage, ({ viewer, params }) =>
    deleteMessage(ctx, viewer, params.chatId, params.messageId),
  );
  router.serve(writing.editMessage, ({ viewer, params, body }) =>
    editMessage(ctx, viewer, params.messageId, body),
  );
  router.serve(routes.deleteOwnMessage, ({ viewer, params }) =>
    deleteOwnMessage(ctx, viewer, params.messageId),
  );
  router.serve(routes.listOriginals, ({ viewer, params, query }) =>
    listOriginals(ctx, viewer, params.messageId, query),
  );
}
