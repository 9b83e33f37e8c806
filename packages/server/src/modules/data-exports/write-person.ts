import type { Archive } from './archive.ts';
import type { ExportDeps } from './context.ts';
import type { ExportRow } from './data-exports.queries.ts';
import { exportTexts as texts } from './data-exports.texts.ts';
import {
  findChatsOf,
  findOwnMessages,
  findOwnReactions,
  findPersonById,
  type OwnMessageRow,
  type OwnReactionRow,
  type PersonChatRow,
  type SeqRange,
} from './person-data.queries.ts';
import * as sections from './person-sections.ts';
import { nameOf, presentChat, type Source } from './person-sections.ts';
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

const CHATS_AT_ONCE = 200;
const MESSAGES_AT_ONCE = 500;

/** Somebody else's personal chat does not exist for an administrator. */
async function* chatsOf({ db, person, isOwn }: Source): AsyncGenerator<PersonChatRow[]> {
  for (let after = 0; ; ) {
    const chats = await findChatsOf(db, person.id, after, CHATS_AT_ONCE);
    yield chats.filter(({ kind }) => isOwn || kind !== 'PERSONAL');
    const last = chats.at(-1);
    if (!last) return;
    after = last.id;
  }
}

type InChat<Row> = Row & { chat: PersonChatRow };

/** All that `find` gives of chats whose messages may be read, some numbers at a time. */
async function* throughChats<Row>(
  source: Source,
  find: (chat: PersonChatRow, range: SeqRange) => Promise<Row[]>,
): AsyncGenerator<InChat<Row>[]> {
  for await (const chats of chatsOf(source)) {
    for (const chat of chats.filter(source.mayRead)) {
      for (let after = 0; after < chat.lastSeq; after += MESSAGES_AT_ONCE) {
        const rows = await find(chat, { after, upTo: after + MESSAGES_AT_ONCE });
        yield rows.map((row) => ({ ...row, chat }));
      }
    }
  }
}

type ListedMessage = InChat<OwnMessageRow> & { path: string | null };

async function* messagesOf(source: Source, files: SentFiles): AsyncGenerator<ListedMessage[]> {
  const { db, person } = source;
  const parts = throughChats(source, ({ id }, range) => findOwnMessages(db, id, person.id, range));
  for await (const rows of parts) {
    const listed: ListedMessage[] = [];
    for (const row of rows) {
      const { file, chat, seq } = row;
      const path = file && (await files.add(`${chat.id}/`, seq, file));
      listed.push({ ...row, path });
    }
    yield listed;
  }
}

const messages = (source: Source, files: SentFiles): Section<ListedMessage> => ({
  name: 'mensajes',
  title: texts.messages,
  rows: messagesOf(source, files),
  present: ({ chat, path, file, ...message }) => ({
    uuid: message.uuid,
    chat: presentChat(chat),
    seq: message.seq,
    createdAt: message.createdAt,
    editedAt: message.editedAt,
    type: message.type,
    content: message.content,
    forwarded: message.forwarded,
    isReply: message.isReply,
    file: file && presentFile(file, path),
  }),
  show({ chat, path, file, ...message }) {
    const about = [
      source.time(message.createdAt),
      html(nameOf(chat)),
      ...(message.forwarded ? [texts.forwarded] : []),
      ...(message.isReply ? [texts.reply] : []),
      ...(message.editedAt ? [texts.edited] : []),
    ];
    const shown = path && file ? [showFile(path, file)] : [];
    return showMessage(about, [showText(message.content), ...shown]);
  },
});

const reactions = (source: Source): Section<InChat<OwnReactionRow>> => ({
  name: 'reacciones',
  title: texts.reactions,
  rows: throughChats(source, ({ id }, range) =>
    findOwnReactions(source.db, id, source.person.id, range),
  ),
  present: ({ chat, messageUuid, emoji, reactedAt }) => ({
    chat: presentChat(chat),
    messageUuid,
    emoji,
    reactedAt,
  }),
  headings: texts.reactionHeadings,
  show: ({ chat, emoji, reactedAt }) => [source.time(reactedAt), html(emoji), html(nameOf(chat))],
});

/** Writes all of a person's data into the ZIP; gives its size. */
export async function writePerson(
  { db, storage, config, erasedHider }: ExportDeps,
  archive: Archive,
  { kind, userId, chatIds }: Pick<ExportRow, 'kind' | 'userId' | 'chatIds'>,
): Promise<number> {
  const { timeZone } = config;
  const person = await findPersonById(db, Number(userId));
  const isOwn = kind === 'OWN';
  const source: Source = {
    db,
    erasedHider,
    person,
    isOwn,
    mayRead: ({ id }) =>
      isOwn || (config.supervision !== 'off' && (chatIds === null || chatIds.includes(id))),
    time: sections.timesIn(timeZone),
  };
  const files = await SentFiles.open(archive);
  const chats = () => chatsOf(source);
  const written = [
    await writeSection(archive, sections.profile(source)),
    await writeSection(archive, sections.groups(source)),
    await writeSection(archive, sections.chats(source, chats())),
    await writeSection(archive, messages(source, files)),
    await writeSection(archive, reactions(source)),
    await writeSection(archive, sections.sessions(source)),
    await writeSection(archive, sections.devices(source)),
    await writeSection(archive, sections.notices(source)),
    await writeSection(archive, sections.audit(source)),
  ];
  // Nobody else sees what waits to be sent, or what somebody has chosen.
  if (isOwn) {
    written.push(await writeSection(archive, sections.scheduled(source)));
    written.push(await writeSection(archive, sections.choices(source, chats())));
  }
  const lead = [
    texts.madeAt(source.time(new Date()), timeZone),
    isOwn ? texts.ownNote : texts.personNote,
  ];
  await writeIndex(archive, texts.personTitle(person.email), lead, written);
  await files.copyFrom(storage);
  return archive.end();
}
