import { deletedQuote } from '@chat/contract/checks';
import type { Db } from '../../db/database.ts';
import type { Archive } from './archive.ts';
import {
  type ExportedChat,
  type ExportedMemberRow,
  type ExportedMessage,
  findChatMessages,
  findExportedChat,
  findMembersOf,
} from './chat-data.queries.ts';
import type { ExportDeps } from './context.ts';
import { exportTexts as texts } from './data-exports.texts.ts';
import { timesIn } from './person-sections.ts';
import {
  html,
  presentFile,
  type Section,
  SentFiles,
  showFile,
  showMessage,
  showText,
  writeIndex,
  writeSection,
} from './write-section.ts';

const MEMBERS_AT_ONCE = 1_000;
const MESSAGES_AT_ONCE = 300;

type Time = ReturnType<typeof timesIn>;

async function* membersOf(db: Db, chatId: number): AsyncGenerator<ExportedMemberRow[]> {
  for (let after = 0; ; ) {
    const rows = await findMembersOf(db, chatId, after, MEMBERS_AT_ONCE);
    yield rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

const members = (db: Db, chat: ExportedChat, time: Time): Section<ExportedMemberRow> => ({
  name: 'miembros',
  title: texts.members,
  rows: membersOf(db, chat.id),
  present: ({ id, ...member }) => member,
  headings: texts.memberHeadings,
  show: ({ firstName, lastName, email, leftAt }) => [
    html(`${firstName} ${lastName}`),
    html(email),
    time(leftAt),
  ],
});

type ListedMessage = ExportedMessage & { path: string | null };

async function* messagesOf(
  db: Db,
  { id, lastSeq }: ExportedChat,
  files: SentFiles,
): AsyncGenerator<ListedMessage[]> {
  for (let after = 0; after < lastSeq; after += MESSAGES_AT_ONCE) {
    const upTo = Math.min(lastSeq, after + MESSAGES_AT_ONCE);
    const listed: ListedMessage[] = [];
    for (const message of await findChatMessages(db, id, { after, upTo })) {
      const path = message.file && (await files.add('', message.seq, message.file));
      listed.push({ ...message, path });
    }
    yield listed;
  }
}

function presentMessage({ path, file, replyTo, ...message }: ListedMessage) {
  return {
    uuid: message.uuid,
    seq: message.seq,
    senderId: message.senderUuid,
    senderEmail: message.senderEmail,
    createdAt: message.createdAt,
    editedAt: message.editedAt,
    type: message.type,
    content: message.content,
    forwarded: message.forwarded,
    file: file && presentFile(file, path),
    replyTo: replyTo && { ...replyTo, content: replyTo.content ?? deletedQuote },
    deletedAt: message.deletedAt,
    originals: message.originals ?? [],
    mentions: message.mentions ?? [],
    reactions: message.reactions ?? [],
  };
}

function showQuote({ replyTo }: ListedMessage): string {
  if (!replyTo) return '';
  const { content, senderEmail } = replyTo;
  const said = content === null ? deletedQuote : `${senderEmail}: ${content}`;
  return `<blockquote>${html(said)}</blockquote>\n`;
}

function showOriginals({ originals }: ListedMessage, time: Time): string[] {
  return (originals ?? []).map(({ content, fileName, until, reason }) => {
    const about = texts.original(reason, time(new Date(until)));
    const said = [content, fileName ?? ''].filter((part) => part !== '').join(' · ');
    return `<p class="note">${about}</p>\n<blockquote>${html(said)}</blockquote>\n`;
  });
}

function showReactions({ reactions }: ListedMessage): string {
  if (!reactions) return '';
  const reacted = reactions.map(({ emoji, email }) => `${emoji} ${email}`);
  return `<p class="note">${html(reacted.join(' · '))}</p>\n`;
}

const messages = (
  db: Db,
  chat: ExportedChat,
  files: SentFiles,
  time: Time,
): Section<ListedMessage> => ({
  name: 'mensajes',
  title: texts.messages,
  rows: messagesOf(db, chat, files),
  present: presentMessage,
  show(message) {
    const { path, file } = message;
    const about = [
      `<strong>${html(message.senderEmail)}</strong>`,
      time(message.createdAt),
      ...(message.forwarded ? [texts.forwarded] : []),
      ...(message.editedAt ? [texts.edited] : []),
      ...(message.deletedAt ? [texts.deletedAt(time(message.deletedAt))] : []),
    ];
    return showMessage(about, [
      showQuote(message),
      showText(message.content),
      ...showOriginals(message, time),
      path && file ? showFile(path, file) : '',
      showReactions(message),
    ]);
  },
});

const nameOfChat = ({ groupName, memberEmails }: ExportedChat): string =>
  [groupName, ...memberEmails].filter((part) => part !== null).join(' · ');

/** Writes a conversation into the ZIP; gives its size. */
export async function writeChat(
  { db, storage, config }: ExportDeps,
  archive: Archive,
  chatId: number,
): Promise<number> {
  const { timeZone } = config;
  const chat = await findExportedChat(db, chatId);
  const time = timesIn(timeZone);
  const files = await SentFiles.open(archive);
  const written = [
    await writeSection(archive, members(db, chat, time)),
    await writeSection(archive, messages(db, chat, files, time)),
  ];
  const lead = [
    texts.madeAt(time(new Date()), timeZone),
    chat.isHeld ? texts.heldNote : texts.chatNote,
  ];
  await writeIndex(archive, texts.chatTitle(nameOfChat(chat)), lead, written);
  await files.copyFrom(storage);
  return archive.end();
}
