import { isBlank, messageErrors } from '@chat/contract/checks';
import { withoutQuote } from '@chat/contract/message-changes';
import type { EditedMessage, Message, Original } from '@chat/contract/messages';
import type { Page } from '@chat/contract/route';
import type { Db } from '../../../db/database.ts';
import { pageFrom } from '../../../db/page.ts';
import { type Answer, answerList } from '../../../http/answer.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { hourly, type Job, rest } from '../../../jobs/worker.ts';
import { type ChatAudience, roomsOf } from '../../../realtime/live-sockets.ts';
import type { Realtime } from '../../../realtime/publish.ts';
import { conflict, forbidden, invalidField, notFound } from '../../../shared/errors.ts';
import { recordAct } from '../../audit/audit.actions.ts';
import { checkClock } from '../../clock/clock.actions.ts';
import { replaceMessage } from '../../search-index/search-index.actions.ts';
import { accessEditable, accessReadableMessage } from '../access/chat.access.ts';
import type { ChatContext } from '../context.ts';
import type { ChatRow } from '../store/chats.queries.ts';
import {
  findMentionable,
  findOriginals,
  insertOriginal,
  lockOwnMessage,
  type OriginalRow,
  type OwnMessageRow,
  removeOriginalsBefore,
  replaceMentions,
  updateContent,
} from '../store/edit-message.queries.ts';
import {
  hideHeldOriginalsBefore,
  insertKept,
  lockHoldsForRemoval,
} from '../store/holds.queries.ts';
import { findMessageRow, type MessageRow } from '../store/messages.queries.ts';
import { presentMessage } from './messages.present.ts';

interface Edit {
  /** Null leaves a file without a caption. */
  content: string | null;
  /** Undefined leaves those that there are. */
  mentionedUserIds?: string[] | undefined;
}

interface Edited {
  row: MessageRow;
  /** Undefined when nothing is changed. */
  newMentions?: string[];
}

/** Its author says it anew (rules/edits 1); who saw it, and its place, stay as they are. */
export async function editMessage(
  ctx: ChatContext,
  viewer: Viewer,
  messageUuid: string,
  edit: Edit,
): Promise<Message> {
  const claim = await ctx.limits.enter(viewer.id);
  try {
    await claim.store(edit.content ?? '');
    return await ctx.limits.runFew(viewer.id, () => storeEdit(ctx, viewer, messageUuid, edit));
  } catch (error) {
    claim.refund();
    throw error;
  }
}

async function storeEdit(
  ctx: ChatContext,
  viewer: Viewer,
  messageUuid: string,
  edit: Edit,
): Promise<Message> {
  const { chat, message } = await accessEditable(ctx.db, viewer, messageUuid);
  const content = edit.content ?? '';
  if (message.type === 'TEXT' && isBlank(content)) {
    throw invalidField('content', messageErrors.blank);
  }
  const { row, newMentions, quotedSeq } = await ctx.db.transaction(async (tx) => {
    const before = await lockOwnMessage(tx, chat.id, {
      senderId: viewer.id,
      messageUuid,
      minutes: ctx.config.editMinutes,
      needsAll: chat.kind === 'DIRECT',
    });
    if (!before) throw notFound();
    if (before.forwarded) throw conflict(messageErrors.forwardedStays);
    if (!before.isInTime) throw conflict(messageErrors.editLate);
    const changed = await changeMessage(ctx, tx, chat, before, { ...edit, content });
    return { ...changed, quotedSeq: before.quotedSeq };
  });
  const edited = presentMessage(chat, row);
  if (newMentions) {
    announceMessageEdited(ctx.realtime, chat, { ...edited, newMentions }, quotedSeq);
    ctx.pushHints.edited();
  }
  const { joinedSeq = 0 } = chat;
  return quotedSeq !== null && quotedSeq <= joinedSeq ? withoutQuote(edited) : edited;
}

async function changeMessage(
  ctx: ChatContext,
  tx: Db,
  chat: ChatRow,
  before: OwnMessageRow,
  { content, mentionedUserIds }: { content: string } & Edit,
): Promise<Edited> {
  const { id } = before;
  const isSaidAnew = content !== before.content;
  const mentions =
    chat.kind === 'GROUP' && mentionedUserIds
      ? await findMentionable(tx, chat.id, id, mentionedUserIds)
      : undefined;
  const added = mentions?.filter((user) => !before.mentionedUserIds.includes(user.id)) ?? [];
  const isOther =
    added.length > 0 || (mentions && mentions.length !== before.mentionedUserIds.length);
  if (!isSaidAnew && !isOther) return { row: await findMessageRow(tx, chat.id, id) };
  const until = await updateContent(tx, id, content);
  if (mentions) {
    const userIds = mentions.map((user) => user.id);
    await replaceMentions(tx, id, userIds);
  }
  await storeOriginal(ctx, tx, chat, { ...before, until, reason: 'EDITED' });
  const row = await findMessageRow(tx, chat.id, id);
  // An edit of mentions alone needs this too: the index passes over messages that were edited since it read them.
  await replaceMessage(tx, id);
  // A person is called once for one message (rules/edits 6).
  const called = added.filter((user) => !before.earlierMentionedUserIds.includes(user.id));
  if (chat.kind !== 'PERSONAL') {
    const newIds = called.map((user) => user.id);
    await ctx.pushHints.noteEdit(tx, id, chat.id, newIds);
  }
  return { row, newMentions: called.map(({ uuid }) => uuid) };
}

function announceMessageEdited(
  realtime: Realtime,
  chat: ChatAudience,
  message: EditedMessage,
  quotedSeq: number | null,
): void {
  const said = chat.kind === 'GROUP' ? { seq: message.seq, quotedSeq } : undefined;
  realtime.publish(roomsOf(chat), 'message:edited', message, undefined, said);
}

// One message can have been edited thousands of times.
const FIRST_PAGE: Page = { page: 1, size: 50 };

interface Replaced extends OwnMessageRow {
  until: Date;
  reason: Original['reason'];
}

/** Personal chats keep none (rules/edits 12). */
export const keepsOriginals = (
  { config }: Pick<ChatContext, 'config'>,
  chat: Pick<ChatRow, 'kind'>,
): boolean => chat.kind !== 'PERSONAL' && config.originalsDays > 0;

/** Keeps the message's text so far; where nobody would read it, for a hold alone. */
export async function storeOriginal(
  ctx: Pick<ChatContext, 'config'>,
  tx: Db,
  chat: Pick<ChatRow, 'id' | 'kind'>,
  before: Replaced,
): Promise<void> {
  const isHidden = !keepsOriginals(ctx, chat);
  if (isHidden && !before.isHeld) return;
  await insertOriginal(tx, { ...before, chatId: chat.id, messageId: before.id, isHidden });
  if (isHidden) await insertKept(tx, chat.id, before.id);
}

const presentOriginal = ({ mentions, since, until, ...said }: OriginalRow): Original => ({
  ...said,
  mentions: mentions ?? [],
  from: since.toISOString(),
  until: until.toISOString(),
});

/**
 * The message's earlier texts, for administrators, oldest first, without the present one. Each reading is recorded
 * (rules/edits 10).
 */
export async function listOriginals(
  { db, config }: ChatContext,
  viewer: Viewer,
  messageUuid: string,
  query: Partial<Page> = {},
): Promise<Answer<Original[]>> {
  const { chat, message } = await accessReadableMessage(db, viewer, messageUuid);
  if (!viewer.isAdmin) throw forbidden();
  const { rows, page } = await findOriginals(
    db,
    { id: message.id, chatId: chat.id },
    config.originalsDays,
    pageFrom(query) ?? FIRST_PAGE,
  );
  const { senderId: messageSenderId } = message;
  await recordAct(db, viewer, 'HISTORY', { chatId: chat.id, messageUuid, messageSenderId });
  return answerList(rows.map(presentOriginal), page);
}

const DAY_MS = 86_400_000;
const AT_ONCE = 500;

type Deps = Pick<ChatContext, 'db' | 'log' | 'config'>;

/**
 * Removes for good the originals that are past their time at `now`, if the clock is believed (rules/edits 11). Held
 * ones are out of sight from then on, whatever the setting says later (rules/holds 4).
 */
export async function removeAgedOriginals(
  ctx: Deps,
  now: Date,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  if (!(await checkClock(ctx, now))) return;
  const time = new Date(now.getTime() - ctx.config.originalsDays * DAY_MS);
  for (const end of [removeOriginalsBefore, hideHeldOriginalsBefore]) {
    for (let ended = AT_ONCE; ended === AT_ONCE && !signal.aborted; ) {
      const since = performance.now();
      ended = await ctx.db.transaction(async (tx) => {
        await lockHoldsForRemoval(tx);
        return end(tx, time, AT_ONCE);
      });
      await rest(since, signal);
    }
  }
}

export const removeAgedOriginalsHourly = (ctx: ChatContext): Job =>
  hourly(
    (signal) => removeAgedOriginals(ctx, new Date(), signal),
    (error) => ctx.log.error({ err: error }, 'originals were not removed by age'),
  );
