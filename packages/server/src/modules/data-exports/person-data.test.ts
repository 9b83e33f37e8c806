import { getPersonalChat } from '@chat/contract/chats';
import { firstOf } from '@chat/contract/checks';
import { removeGroupParticipant } from '@chat/contract/groups';
import { deleteMessage, listMessages, reactToMessage } from '@chat/contract/messages';
import { setChatNotifications, setOwnNotifications } from '@chat/contract/notifications';
import { acceptNotice, publishNotice } from '@chat/contract/privacy-notice';
import { editMessage, replyToMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ogg } from '../../../../media/test/ogg.ts';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  directChatOf,
  gatherCast,
  sendText,
} from '../../../test/cast.ts';
import { expectSums, jsonIn, ownData, pagesIn, textIn, type Zip } from '../../../test/exports.ts';
import { picture, sentFile } from '../../../test/files.ts';
import { schedule } from '../../../test/scheduled.ts';
import { sql } from '../../db/database.ts';

const ATTACK = '<img src=x onerror=alert(1)><script>alert(2)</script> & "comillas"';
const NAMES = [
  '../../etc/passwd',
  'CON.txt',
  'con',
  'informe.pdf',
  'INFORME.pdf',
  'informe.pdf',
  'final. ',
  '"<b>negrita</b>".html',
  `${'ñ'.repeat(200)}.docx`,
  'año 😀\u202Egpj.exe',
  '/etc/passwd',
  'C:\\Windows\\win.ini',
  '..\\..\\win.ini',
  'COM¹.txt',
  'CONIN$',
  'café.txt'.normalize('NFC'),
  'CAFÉ.txt'.normalize('NFD'),
  'nulo\0.txt',
  '...',
  ' ',
  '\u200b',
];

let app: TestApp;
let cast: Cast;
let zip: Zip;
let everything: string;
const sentByOthers = ['Secreto de Bruno', 'Citado de Bruno', 'informe-de-bruno.txt'];
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  const { ana, bruno, elena, ventas, ventasChat } = cast;
  const uuidOf = async (reply: ReturnType<typeof sendText>) => firstOf((await reply).content).uuid;
  await sendText(bruno, ventasChat, 'Secreto de Bruno');
  const quoted = await uuidOf(sendText(bruno, ventasChat, 'Citado de Bruno'));
  await sentFile(bruno, ventasChat, { bytes: 'suyo', fileName: 'informe-de-bruno.txt' });
  const body = { type: 'TEXT' as const, content: 'Respuesta de Ana', referenceId: 'r' };
  await ana.call(replyToMessage, { params: { messageId: quoted }, body });
  await ana.call(reactToMessage, { params: { messageId: quoted }, body: { emoji: '👍' } });
  await sendText(ana, ventasChat, ATTACK);
  const edited = await uuidOf(sendText(ana, ventasChat, 'Antes de editar'));
  await ana.call(editMessage, { params: { messageId: edited }, body: { content: 'Editado' } });
  const deleted = await uuidOf(sendText(ana, ventasChat, 'Borrado por Elena'));
  await elena.call(deleteMessage, { params: { chatId: ventasChat, messageId: deleted } });
  for (const [place, fileName] of NAMES.entries()) {
    await sentFile(ana, ventasChat, { bytes: `archivo ${place}`, fileName });
  }
  await sentFile(ana, ventasChat, { bytes: ogg({ ms: 65_300 }), fileName: 'nota de voz.ogg' });
  await sentFile(ana, ventasChat, { type: 'IMAGE', bytes: await picture(), fileName: 'foto.png' });
  const personal = (await ana.call(getPersonalChat, {})).content.uuid;
  await sendText(ana, personal, 'Nota para mí');
  const compras = await createGroupOf(app, 'Compras', [ana, bruno]);
  const direct = await directChatOf(ana, bruno, compras);
  await sendText(ana, direct, 'Hola, Bruno');
  await sendText(bruno, direct, 'Secreto de Bruno');
  await elena.call(listMessages, { params: { chatId: direct } });
  await schedule(ana, ventasChat, 'Para luego');
  const late = (await schedule(ana, ventasChat, 'Llegó tarde')).content;
  await app.ctx.db.run(sql`
    update scheduled_messages set dropped_at = now(), is_late = true where uuid = ${late.uuid}`);
  await ana.call(setOwnNotifications, { body: { outsideHours: true } });
  await ana.call(setChatNotifications, { params: { chatId: direct }, body: { mode: 'none' } });
  await app.ctx.db.run(sql`
    insert into audit_events (action, target_id, actor_id, detail, address)
    select 'HOLD_SET', id, (select id from users where email = ${elena.email}), 'Requerimiento', '10.0.0.1'
    from users where email = ${ana.email}`);
  const leaving = { groupId: ventas.uuid, userId: ana.uuid };
  await elena.call(removeGroupParticipant, { params: leaving });
  await elena.call(publishNotice, { body: { text: 'Aviso' } });
  await elena.call(acceptNotice, { body: { version: 1 } });
  await ana.call(acceptNotice, { body: { version: 1 } });
  zip = await ownData(ana);
  everything = [...zip].map(([name, bytes]) => `${name}\n${bytes}`).join('\n');
});
afterAll(() => app.close());

const messages = (): { content: string; file: { path: string; name: string } | null }[] =>
  jsonIn(zip, 'mensajes');
const contents = () => messages().map(({ content }) => content);

describe("a person's own ZIP", () => {
  test('has all that they wrote, in chats that they have left and in Mi chat too', () => {
    expect(contents()).toEqual(
      expect.arrayContaining([
        'Respuesta de Ana',
        ATTACK,
        'Editado',
        'Nota para mí',
        'Hola, Bruno',
      ]),
    );
    expect(contents()).toHaveLength(7 + NAMES.length);
  });

  test('has nothing that others wrote, quotes and names of files included', () => {
    for (const text of sentByOthers) expect(everything.includes(text)).toBe(false);
  });

  test('has nothing that was deleted or edited away', () => {
    expect(everything.includes('Borrado por Elena')).toBe(false);
    expect(everything.includes('Antes de editar')).toBe(false);
  });

  test('has their files under names that every system takes, with their bytes', () => {
    const files = messages().flatMap(({ file }) => file ?? []);
    expect(files).toHaveLength(NAMES.length + 2);
    for (const [place, { path }] of files.slice(0, NAMES.length).entries()) {
      expect(textIn(zip, path)).toBe(`archivo ${place}`);
      const name = path.split('/').at(-1) ?? '';
      expect(name).toMatch(/^\d{6}-[^<>:"|?*\\\p{Cc}\p{Cf}]*[^. ]$/u);
      expect(Buffer.byteLength(name)).toBeLessThan(160);
    }
    expect(files.at(-1)?.name).toBe('foto.png');
  });

  test('has how long a recording is', () => {
    const recording = messages().find(({ file }) => file?.name === 'nota de voz.ogg');
    expect(recording?.file).toMatchObject({ durationMs: 65_300 });
    expect(pagesIn(zip)).toContain('nota de voz.ogg</a> (1:05)');
  });

  test('has sums of everything in its manifest', () => expectSums(zip));

  test('has profile, groups, chats, reactions, scheduled messages, sessions, devices, choices and notices', () => {
    const { ana, bruno, ventas } = cast;
    expect(jsonIn(zip, 'perfil')).toMatchObject([
      { uuid: ana.uuid, email: ana.email, role: 'USER' },
    ]);
    expect(jsonIn(zip, 'grupos')).toMatchObject([{ name: 'GENERAL' }, { name: 'Compras' }]);
    expect(jsonIn(zip, 'conversaciones')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          chatType: 'GROUP',
          groupName: ventas.name,
          leftAt: expect.any(String),
        }),
        expect.objectContaining({ chatType: 'DIRECT', counterpartEmail: bruno.email }),
        expect.objectContaining({ chatType: 'PERSONAL' }),
      ]),
    );
    expect(jsonIn(zip, 'reacciones')).toMatchObject([{ emoji: '👍' }]);
    expect(jsonIn(zip, 'mensajes-programados')).toMatchObject([
      { content: 'Para luego', droppedAt: null, reason: null },
      { content: 'Llegó tarde', droppedAt: expect.any(String), reason: 'LATE' },
    ]);
    expect(pagesIn(zip)).toContain('El servicio no estaba disponible');
    expect(jsonIn(zip, 'sesiones')).toMatchObject([{ address: '127.0.0.1' }]);
    expect(jsonIn(zip, 'dispositivos')).toMatchObject([{ address: '127.0.0.1' }]);
    expect(jsonIn(zip, 'preferencias')).toMatchObject([
      { choice: 'OUTSIDE_HOURS', value: 'true' },
      { choice: 'MUTE', mode: 'none' },
    ]);
    expect(jsonIn(zip, 'avisos-de-privacidad')).toMatchObject([{ version: 1 }]);
  });

  test("names others who acted 'un administrador', without address and reason, and no hold", () => {
    const entries: Record<string, unknown>[] = jsonIn(zip, 'auditoria');
    const own = entries.filter(({ actor }) => actor === cast.ana.email);
    expect(own.map(({ action }) => action)).toContain('DATA_EXPORTED');
    const others = entries.filter(({ actor }) => actor === 'un administrador');
    expect(others.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['USER_CREATED', 'PARTICIPANT_ADDED', 'CHAT_READ', 'MESSAGE_DELETED']),
    );
    for (const { address } of others) expect(address).toBeNull();
    expect(own.length + others.length).toBe(entries.length);
    expect(everything.includes('HOLD_SET')).toBe(false);
    expect(everything.includes('Requerimiento')).toBe(false);
    expect(everything.includes(cast.elena.email)).toBe(false);
  });

  test('shows markup as text, runs nothing and loads nothing from elsewhere', () => {
    const pages = pagesIn(zip);
    expect(pages.includes('&lt;script&gt;alert(2)&lt;/script&gt; &amp; &quot;comillas&quot;')).toBe(
      true,
    );
    expect(pages.match(/<(?:script|iframe|object|embed|link|base|form)\b/gi)).toBeNull();
    expect(pages.match(/<[^>]*\son\w+=/gi)).toBeNull();
    for (const [, address = ''] of pages.matchAll(/(?:src|href)="([^"]*)"/g)) {
      expect(address).not.toMatch(/^[a-z]+:|^\/|\.\./i);
      expect(zip.has(decodeURIComponent(address))).toBe(true);
    }
    expect(pages.match(/default-src &#39;none&#39;|default-src 'none'/g)?.length).toBeGreaterThan(
      8,
    );
  });

  test('has no secret, hash or token', async () => {
    const [user] = await app.ctx.db.many<Record<string, string>>(sql`
      select u.password_hash, encode(s.token_hash, 'hex') as token, encode(d.identifier_hash, 'hex') as device
      from users u join sessions s on s.user_id = u.id join devices d on d.user_id = u.id
      where u.email = ${cast.ana.email}`);
    for (const secret of Object.values(user ?? {})) expect(everything.includes(secret)).toBe(false);
    expect(everything.includes(cast.ana.token ?? '')).toBe(false);
    expect(everything.match(/previousHash|password_?hash/i)).toBeNull();
  });
});
