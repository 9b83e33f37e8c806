import { getPersonalChat, openSupervision } from '@chat/contract/chats';
import { firstOf } from '@chat/contract/checks';
import { createUserExport } from '@chat/contract/data-exports';
import { holdChat, holdUser } from '@chat/contract/holds';
import { deleteMessage, listMessages, reactToMessage } from '@chat/contract/messages';
import { createInvitation } from '@chat/contract/users';
import { editMessage, replyToMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { directChatOf, gatherCast, sendText } from '../../../test/cast.ts';
import { findTables } from '../../../test/database.ts';
import { tablesWith } from '../../../test/erasable.ts';
import { exported, fetchExport, jsonIn, ownData, type Zip } from '../../../test/exports.ts';
import { fetchFile, sentFile } from '../../../test/files.ts';
import { schedule } from '../../../test/scheduled.ts';
import { type Db, raw, sql } from '../../db/database.ts';

/** Stands in all that others have typed, and in nothing of Ana's. */
const THEIRS = 'ajenísimo';
const THEIR_ADDRESS = '203.0.113.77';
const REASON = `Motivo ${THEIRS} del requerimiento`;

let app: TestApp;
let zips: Zip[];
beforeAll(async () => {
  app = await startApp({ supervision: 'reason' });
  const { ana, bruno, elena, ventas, ventasChat } = await gatherCast(app);
  const direct = await directChatOf(ana, bruno, ventas);
  const uuidOf = async (reply: ReturnType<typeof sendText>) => firstOf((await reply).content).uuid;
  const hold = { hold: true as const, reason: REASON };
  await elena.call(holdUser, { params: { userId: ana.uuid }, body: hold });
  await elena.call(holdChat, { params: { chatId: direct }, body: hold });
  for (const chatId of [direct, ventasChat]) {
    const said = await uuidOf(sendText(bruno, chatId, `Dicho ${THEIRS} a @${ana.email}`));
    const answer = { type: 'TEXT' as const, content: 'Respuesta de Ana' };
    await ana.call(replyToMessage, { params: { messageId: said }, body: answer });
    await ana.call(reactToMessage, { params: { messageId: said }, body: { emoji: '👍' } });
    const mine = await uuidOf(sendText(ana, chatId, 'Dicho por Ana'));
    const theirs = { type: 'TEXT' as const, content: `Respuesta ${THEIRS}` };
    await bruno.call(replyToMessage, { params: { messageId: mine }, body: theirs });
    await bruno.call(reactToMessage, { params: { messageId: mine }, body: { emoji: '🎉' } });
    const edit = { params: { messageId: said }, body: { content: `Editado ${THEIRS}` } };
    await bruno.call(editMessage, edit);
    const file = { bytes: `bytes ${THEIRS}`, fileName: `${THEIRS}.txt` };
    const { mediaUrl } = await sentFile(bruno, chatId, file);
    await fetchFile(ana, mediaUrl);
    const gone = await sentFile(bruno, chatId, file);
    await elena.call(deleteMessage, { params: { chatId, messageId: gone.uuid } });
    await schedule(bruno, chatId, `Luego ${THEIRS}`);
    await elena.call(openSupervision, { params: { chatId }, body: { reason: REASON } });
    await elena.call(listMessages, { params: { chatId } });
    await fetchFile(elena, mediaUrl);
  }
  const personal = (await bruno.call(getPersonalChat, {})).content.uuid;
  await sendText(bruno, personal, `Nota ${THEIRS}`);
  await elena.call(createInvitation, { params: { userId: ana.uuid }, body: {} });
  await app.ctx.db.run(sql`update users set last_name = ${THEIRS} where id <> ${ana.user.id}`);
  await app.ctx.db.run(sql`
    update sessions set device_name = ${THEIRS}, address = ${THEIR_ADDRESS} where user_id <> ${ana.user.id}`);
  await app.ctx.db.run(sql`
    insert into audit_events (action, actor_id, actor_email, target_id, target_email, detail, address)
    select action, e.id, e.email, a.id, a.email, ${REASON}, ${THEIR_ADDRESS}
    from users e, users a, unnest(array['USER_BLOCKED', 'HOLD_SET', 'HOLD_ENDED', 'PASSWORD_SET']) action
    where e.uuid = ${elena.uuid} and a.uuid = ${ana.uuid}`);
  await plantSecrets(app.ctx.db, ana.user.id);
  const ofAna = () => elena.call(createUserExport, { params: { userId: ana.uuid } });
  zips = [await ownData(ana), await fetchExport(elena, await exported(elena, ofAna))];
});
afterAll(() => app.close());

/** One of each kind that has a table of its own. */
async function plantSecrets(db: Db, userId: number): Promise<void> {
  await db.run(sql`
    insert into two_steps (user_id, secret, pending_secret)
    values (${userId}, sha256('a secret'), sha256('another secret'))`);
  await db.run(sql`
    insert into recovery_codes (user_id, code_hash) values (${userId}, sha256('a recovery code'))`);
  await db.run(sql`
    insert into push_subscriptions (session_id, user_id, endpoint, host, p256dh, auth)
    select id, user_id, 'https://push.example/secret-endpoint', 'push.example', 'secret-p256dh', 'secret-auth'
    from sessions where user_id = ${userId}`);
}

const textsOf = (zip: Zip): string => [...zip].map(([name, bytes]) => `${name}\n${bytes}`).join();

/** All that is stored as bytes, as it could be written, with its column; and what is secret as text. */
async function secretsIn(db: Db): Promise<{ column: string; written: string[] }[]> {
  const found: { column: string; written: string[] }[] = [];
  for (const table of await findTables(db)) {
    const columns = await db.many<{ name: string; type: string }>(sql`
      select attname::text as name, format_type(atttypid, null) as type from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`);
    for (const { name, type } of columns) {
      const isText = /^(password_hash|endpoint|p256dh|auth|code|previous_hash|hash)$/.test(name);
      if (type !== 'bytea' && !isText) continue;
      const rows = await db.many<{ value: Buffer | string }>(sql`
        select ${raw(name)} as value from ${raw(table)} where ${raw(name)} is not null`);
      const written = rows.flatMap(({ value }) =>
        typeof value === 'string'
          ? [value]
          : (['hex', 'base64', 'base64url'] as const).map((form) =>
              Buffer.from(value).toString(form),
            ),
      );
      if (written.length > 0) found.push({ column: `${table}.${name}`, written });
    }
  }
  return found;
}

describe.each([
  ['own', 0],
  ["administrator's", 1],
])("a person's %s ZIP", (_, place) => {
  test('has no word, quote, name of a file or address of anybody else, whatever the tables hold', async () => {
    const zip = zips[place] ?? new Map();
    expect(await tablesWith(app.ctx.db, [THEIRS])).toEqual(
      expect.arrayContaining(
        [
          'files',
          'holds',
          'message_originals',
          'messages',
          'scheduled_messages',
          'sessions',
        ].concat(['supervisions', 'users']),
      ),
    );
    const contents = jsonIn(zip, 'mensajes').map(({ content }: { content: string }) => content);
    expect(contents).toContain('Respuesta de Ana');
    const everything = textsOf(zip);
    for (const text of ['ajen', THEIR_ADDRESS, '🎉']) {
      expect(everything.includes(text)).toBe(false);
    }
  });

  test('has none of the bytes and secrets that the tables hold', async () => {
    const secrets = await secretsIn(app.ctx.db);
    expect(secrets.map(({ column }) => column)).toEqual(
      expect.arrayContaining([
        'audit_chain.hash',
        'devices.identifier_hash',
        'invitations.token_hash',
        'push_subscriptions.endpoint',
        'recovery_codes.code_hash',
        'sessions.token_hash',
        'two_steps.secret',
        'users.password_hash',
      ]),
    );
    const everything = textsOf(zips[place] ?? new Map());
    const shown = secrets.filter(({ written }) =>
      written.some((text) => everything.includes(text)),
    );
    expect(shown.map(({ column }) => column)).toEqual([]);
  });
});
