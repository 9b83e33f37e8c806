import { firstOf, required } from '@chat/contract/checks';
import { createChatExport } from '@chat/contract/data-exports';
import { eraseUser } from '@chat/contract/holds';
import { deleteOwnMessage, listMessages } from '@chat/contract/messages';
import { deleteUser } from '@chat/contract/users';
import { replyToMessage, sendMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  gatherCast,
  groupChatOf,
  registerPerson,
  sendText,
} from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { exported, fetchExport } from '../../../test/exports.ts';
import { picture, sentFile } from '../../../test/files.ts';

let app: TestApp;
let cast: Cast;
let people = 0;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

const answer = async (by: Client, messageId: string) =>
  firstOf(
    (await by.call(replyToMessage, { params: { messageId }, body: { content: 'sí' } })).content,
  ).uuid;

/** A person with a text, a picture and a deleted text that Ana has answered, and one of Ana's that names the person. */
async function gatherAnswered() {
  const name = `citada${++people}`;
  const person = await registerPerson(app, name);
  const group = await createGroupOf(app, `Citas ${people}`, [person, cast.ana]);
  const chat = await groupChatOf(cast.ana, group);
  const text = firstOf((await sendText(person, chat, `palabra${people}`)).content).uuid;
  const image = (await sentFile(person, chat, { bytes: await picture(), type: 'IMAGE' })).uuid;
  const deleted = firstOf((await sendText(person, chat, `borrada${people}`)).content).uuid;
  const body = {
    type: 'TEXT' as const,
    content: `Lo sabe @${person.email}`,
    mentionedUserIds: [person.uuid],
  };
  const naming = await cast.ana.call(sendMessage, { params: { chatId: chat }, body });
  const answers = {
    text: await answer(cast.ana, text),
    image: await answer(cast.ana, image),
    deleted: await answer(cast.ana, deleted),
    naming: await answer(cast.ana, firstOf(naming.content).uuid),
  };
  await person.call(deleteOwnMessage, { params: { messageId: deleted } });
  return { person, chat, answers };
}

async function erase(person: Client, messages: boolean): Promise<void> {
  const params = { userId: person.uuid };
  await app.elena.call(deleteUser, { params });
  const reply = await app.elena.call(eraseUser, {
    params,
    body: { email: person.email, messages },
  });
  expect(reply.status).toBe(200);
}

async function quotesOf(chatId: string, answers: Record<string, string>) {
  const { content } = await cast.ana.call(listMessages, { params: { chatId } });
  const found = Object.entries(answers).map(([name, uuid]) => {
    const message = required(
      content.find((one) => one.uuid === uuid),
      name,
    );
    const { replyToMessageContent, replyToMessageMediaUrl } = message;
    const { replyToMessageSenderId, replyToMessageSenderEmail } = message;
    const quote = [replyToMessageSenderEmail, replyToMessageContent, replyToMessageMediaUrl];
    return [name, { quote, senderId: replyToMessageSenderId }] as const;
  });
  return Object.fromEntries(found);
}

/** The text of the conversation's ZIP, which other statements read from the same tables. */
async function exportOf(chatId: string): Promise<string> {
  const params = { chatId };
  const job = await exported(app.elena, () => app.elena.call(createChatExport, { params }));
  return [...(await fetchExport(app.elena, job)).values()].map(String).join('\n');
}

const ERASED = 'Usuario eliminado';

test('a quote of an erased person stays under "Usuario eliminado" where their messages stay', async () => {
  const { person, chat, answers } = await gatherAnswered();
  const before = await quotesOf(chat, answers);
  expect(before.text).toMatchObject({ quote: [person.email, `palabra${people}`, null] });
  await erase(person, false);
  const after = await quotesOf(chat, answers);
  expect(after).toEqual({
    text: { quote: [ERASED, `palabra${people}`, null], senderId: person.uuid },
    image: { quote: [ERASED, '', before.image?.quote[2]], senderId: person.uuid },
    deleted: { quote: [ERASED, 'Mensaje eliminado', null], senderId: person.uuid },
    naming: { quote: [cast.ana.email, `Lo sabe @${ERASED}`, null], senderId: cast.ana.uuid },
  });
  const written = await exportOf(chat);
  expect(written).toContain(`palabra${people}`);
  for (const gone of [person.email, `borrada${people}`]) expect(written).not.toContain(gone);
});

test('and quotes "Mensaje eliminado", without picture, where they go', async () => {
  const { person, chat, answers } = await gatherAnswered();
  await erase(person, true);
  const gone = { quote: [ERASED, 'Mensaje eliminado', null], senderId: person.uuid };
  expect(await quotesOf(chat, answers)).toEqual({
    text: gone,
    image: gone,
    deleted: gone,
    naming: { quote: [cast.ana.email, `Lo sabe @${ERASED}`, null], senderId: cast.ana.uuid },
  });
  const written = await exportOf(chat);
  for (const word of [person.email, `palabra${people}`, `borrada${people}`])
    expect(written).not.toContain(word);
});
