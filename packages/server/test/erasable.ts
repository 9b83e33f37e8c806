import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getPersonalChat } from '@chat/contract/chats';
import { firstOf } from '@chat/contract/checks';
import { createOwnExport } from '@chat/contract/data-exports';
import { reactToMessage } from '@chat/contract/messages';
import { editMessage, replyToMessage, sendMessage } from '@chat/contract/writing';
import { type Db, raw, sql } from '../src/db/database.ts';
import { codeOf } from '../src/shared/errors.ts';
import type { TestApp } from './build-app.ts';
import {
  type Cast,
  createGroupOf,
  directChatOf,
  groupChatOf,
  registerPerson,
  sendText,
} from './cast.ts';
import { findTables } from './database.ts';
import { sendFile } from './files.ts';
import { schedule } from './scheduled.ts';

const AUDIT = ['audit_events'];

/** The tables but the audit's in which one of the words stands. */
export async function tablesWith(db: Db, words: string[]): Promise<string[]> {
  const found = [];
  for (const table of await findTables(db)) {
    if (AUDIT.includes(table)) continue;
    const { some } = await db.one<{ some: boolean }>(sql`
      select exists (
        select from ${raw(table)} t
        where exists (select from unnest(${words}::text[]) word where strpos(lower(t::text), lower(word)) > 0)
      ) as some`);
    if (some) found.push(table);
  }
  return found;
}

/** The columns that refer to people, by a constraint or by their names alone. */
const findColumnsOfPeople = (db: Db): Promise<{ table: string; column: string }[]> =>
  db.many(sql`
    select t.relname::text as table, a.attname::text as column
    from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    where t.relnamespace = current_schema()::regnamespace and t.relkind = 'r' and (
      a.attname ~ '(user|person|sender)_id$' or exists (
        select from pg_constraint c
        where c.conrelid = t.oid and c.contype = 'f' and c.confrelid = 'users'::regclass and c.conkey = array[a.attnum]
      )
    )
    order by 1, 2`);

/** Every column of every table in which the person's number stands. */
export async function columnsNaming(db: Db, userId: number): Promise<string[]> {
  const found = [];
  for (const { table, column } of await findColumnsOfPeople(db)) {
    const { some } = await db.one<{ some: boolean }>(sql`
      select exists (select from ${raw(table)} where ${raw(column)} = ${userId}) as some`);
    if (some) found.push(`${table}.${column}`);
  }
  return found;
}

/** A file's bytes as text; undefined where it went meanwhile, as a ZIP does that nobody is to have any more. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The files of a folder's store in which the word stands. */
export async function filesWith(dataDir: string, word: string): Promise<string[]> {
  const folder = join(dataDir, 'files');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const texts = await Promise.all(paths.map(textOf));
  return paths.filter((_, at) => texts[at]?.includes(word));
}

/** A person with something in every place, and what they wrote and were called; `nth` tells several apart. */
export async function gatherErasable(
  app: TestApp,
  { ana, bruno }: Pick<Cast, 'ana' | 'bruno'>,
  nth: number,
) {
  const names = { firstName: `Zoraidita${nth}`, lastName: `Quintanilla${nth}` };
  const person = await registerPerson(app, `zoraida${nth}`, names);
  const group = await createGroupOf(app, `Obra ${nth}`, [person, ana, bruno]);
  const chat = await groupChatOf(ana, group);
  const direct = await directChatOf(person, ana, group);
  const personal = (await person.call(getPersonalChat, {})).content.uuid;
  const said = `melocotones${nth}`;
  const secret = `secreto${nth}`;
  const send = async (content: string, to = chat, sender = person) =>
    firstOf((await sendText(sender, to, content)).content);
  const first = await send(`${said} uno`);
  const params = { messageId: first.uuid };
  await person.call(editMessage, { params, body: { content: `${said} dos` } });
  await send(`${said} directo`, direct);
  await send(`${secret} personal`, personal);
  await sendFile(person, chat, { bytes: `${said} archivo`, fileName: `${said}.txt` });
  await sendFile(person, personal, { bytes: secret, fileName: `${secret}.txt` });
  const reply = await ana.call(replyToMessage, { params, body: { content: 'respuesta' } });
  await person.call(reactToMessage, {
    params: { messageId: firstOf(reply.content).uuid },
    body: { emoji: '👍' },
  });
  const mention = `Hola @${person.email}, ¿vienes? @${person.email}.`;
  const body = { type: 'TEXT' as const, content: mention, mentionedUserIds: [person.uuid] };
  const mentioning = firstOf(
    (await ana.call(sendMessage, { params: { chatId: chat }, body })).content,
  );
  await schedule(ana, chat, `Luego @${person.email}`, { mentionedUserIds: [person.uuid] });
  await schedule(person, chat, `${secret} luego`);
  await person.call(createOwnExport, {});
  const words = [person.email, names.firstName, names.lastName];
  return { person, group, chat, direct, personal, said, secret, first, mentioning, words, names };
}
