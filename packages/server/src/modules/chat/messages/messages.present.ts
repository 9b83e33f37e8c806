import { unavailableQuote } from '@chat/contract/checks';
import { statusOf } from '@chat/contract/message-changes';
import type { Message, Reaction } from '@chat/contract/messages';
import type { CreatedMessage } from '@chat/contract/writing';
import { presentInstant } from '../../../db/page.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { contentTypeOf } from '../../../shared/media-types.ts';
import type { NewMessage, SentRow } from '../store/insert-messages.queries.ts';
import type { MessagePage, PageState } from '../store/message-page.queries.ts';
import type {
  FileColumns,
  MessageRow,
  QuotedRow,
  ReplyColumns,
} from '../store/messages.queries.ts';
import { chatTexts } from '../texts/chat.texts.ts';

interface ChatOfMessage {
  uuid: string;
  kind: Message['chatType'];
  hash: string;
  groupUuid: string | null;
  deliveredSeq: number;
  seenSeq: number;
}

const noReply: ReplyColumns = {
  uuid: null,
  content: null,
  deletedAt: null,
  senderUuid: null,
  senderEmail: null,
  fileUuid: null,
};

const noFile: FileColumns = {
  fileUuid: null,
  fileName: null,
  fileSize: null,
  fileWidth: null,
  fileHeight: null,
  fileMediaType: null,
  fileDurationMs: null,
  fileWaveform: null,
};

function quotedContent(reply: ReplyColumns | null): string | null {
  if (!reply) return null;
  if (reply.isHidden) return unavailableQuote;
  // The original was deleted, or removed by age without a trace.
  const isGone = reply.deletedAt !== null || reply.uuid === null;
  return isGone ? chatTexts.deleted : reply.content;
}

const mimeTypeOf = ({ fileName, fileMediaType }: FileColumns) =>
  fileName === null || fileMediaType === null
    ? null
    : contentTypeOf({ name: fileName, mediaType: fileMediaType });

const mediaUrl = (fileUuid: string | null) => fileUuid && `/api/files/${fileUuid}`;

const presentReaction = (reaction: Reaction): Reaction => ({
  ...reaction,
  reactedAt: presentInstant(reaction.reactedAt),
});

export function presentMessage(chat: ChatOfMessage, row: MessageRow): Message {
  const reply = row.reply && !row.reply.isHidden ? row.reply : noReply;
  const file = row.file ?? noFile;
  // One object with all its names at once: put together from several it costs a page half as much as its JSON.
  return {
    uuid: row.uuid,
    id: row.id,
    seq: row.seq,
    chatId: chat.uuid,
    chatUuid: chat.uuid,
    chatType: chat.kind,
    hash: chat.hash,
    groupId: chat.groupUuid,
    groupUuid: chat.groupUuid,
    senderId: row.senderUuid,
    senderEmail: row.senderEmail,
    type: row.type,
    content: row.content,
    status: statusOf(chat, row.seq),
    createdAt: presentInstant(row.createdAt),
    editedAt: row.editedAt === null ? null : presentInstant(row.editedAt),
    forwarded: row.forwarded,
    referenceId: row.referenceId,
    replyToMessageUuid: reply.uuid,
    replyToMessageContent: quotedContent(row.reply),
    replyToMessageSenderId: reply.senderUuid,
    replyToMessageSenderEmail: reply.senderEmail,
    replyToMessageMediaUrl: mediaUrl(reply.fileUuid),
    mediaUrl: mediaUrl(file.fileUuid),
    fileName: file.fileName,
    fileSize: file.fileSize,
    mediaWidth: file.fileWidth,
    mediaHeight: file.fileHeight,
    mimeType: mimeTypeOf(file),
    durationMs: file.fileDurationMs,
    waveform: file.fileWaveform,
    reactions: row.reactions?.map(presentReaction) ?? [],
    mentions: row.mentions ?? [],
  };
}

export const chatOfSent = ({ chat, deliveredSeq, seenSeq }: SentRow): ChatOfMessage => ({
  uuid: chat.uuid,
  kind: chat.kind,
  hash: chat.hash,
  groupUuid: chat.groupUuid,
  deliveredSeq,
  seenSeq,
});

/** The message just sent, as a read would find it. */
export const rowOfSent = (
  sender: Pick<Viewer, 'uuid' | 'email'>,
  message: NewMessage,
  sent: SentRow,
  quoted: QuotedRow | undefined,
): MessageRow => ({
  id: sent.id,
  uuid: sent.uuid,
  seq: sent.seq,
  type: message.type,
  content: message.content,
  referenceId: message.referenceId,
  createdAt: sent.createdAt.toISOString(),
  editedAt: null,
  forwarded: message.forwardedId !== null,
  senderUuid: sender.uuid,
  senderEmail: sender.email,
  file: message.file,
  reactions: null,
  mentions: sent.mentions,
  reply: quoted ? { ...quoted, deletedAt: null } : null,
});

/** The answer to a send, also to a repeated one. */
export function presentCreated(message: NewMessage, sent: SentRow): CreatedMessage {
  return {
    uuid: sent.uuid,
    id: sent.id,
    referenceId: message.referenceId,
    chatUuid: message.chatUuid,
    seq: sent.seq,
    createdAt: sent.createdAt.toISOString(),
    status: statusOf(chatOfSent(sent), sent.seq),
  };
}

function byMessage<Row extends { messageId: number }, Thing>(
  rows: Row[] | null,
  thingOf: (row: Row) => Thing,
): Map<number, Thing[]> {
  const found = new Map<number, Thing[]>();
  for (const row of rows ?? []) {
    const known = found.get(row.messageId);
    if (known) known.push(thingOf(row));
    else found.set(row.messageId, [thingOf(row)]);
  }
  return found;
}

/** The rows of a page that was read column by column. */
export function rowsOf({ columns, reactions, mentions }: MessagePage): MessageRow[] {
  if (columns.id === null) return [];
  const reactionsOf = byMessage(
    reactions,
    ({ messageId, userId, version, ...reaction }) => reaction,
  );
  const mentionsOf = byMessage(mentions, ({ messageId, ...mention }) => mention);
  const of = <Cell>(column: Cell[], n: number) => column[n] as Cell;
  return columns.id.map((id, n) => ({
    id,
    uuid: of(columns.uuid, n),
    seq: of(columns.seq, n),
    type: of(columns.type, n),
    content: of(columns.content, n),
    referenceId: of(columns.referenceId, n),
    createdAt: of(columns.createdAt, n),
    editedAt: of(columns.editedAt, n),
    forwarded: of(columns.forwarded, n),
    senderUuid: of(columns.senderUuid, n),
    senderEmail: of(columns.senderEmail, n),
    file: of(columns.file, n),
    reply: of(columns.reply, n),
    reactions: reactionsOf.get(id) ?? null,
    mentions: mentionsOf.get(id) ?? null,
  }));
}

function peopleOn(rows: MessageRow[]): PageState['people'] {
  const emails = new Map<string, string>();
  const name = (uuid: string | null | undefined, email: string | null | undefined) => {
    if (uuid && email) emails.set(uuid, email);
  };
  for (const { senderUuid, senderEmail, reply, reactions, mentions } of rows) {
    name(senderUuid, senderEmail);
    name(reply?.senderUuid, reply?.senderEmail);
    for (const { userUuid, userEmail } of reactions ?? []) name(userUuid, userEmail);
    for (const { uuid, email } of mentions ?? []) name(uuid, email);
  }
  return { uuids: [...emails.keys()], emails: [...emails.values()] };
}

/** The state of a page that has just been read. */
export function pageStateOf(
  chat: MessagePage & { version: string },
  rows: MessageRow[],
): PageState {
  const versions = (chat.reactions ?? [])
    .toSorted((a, b) => a.messageId - b.messageId || a.userId - b.userId)
    .map(({ messageId, userId, version }) => `${messageId} ${userId} ${version}`);
  return {
    version: chat.version,
    from: rows[0]?.seq ?? 0,
    to: rows.at(-1)?.seq ?? 0,
    reactions: versions.join(),
    people: peopleOn(rows),
  };
}
