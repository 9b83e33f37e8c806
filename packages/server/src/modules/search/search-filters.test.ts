import { getPersonalChat } from '@chat/contract/chats/chats.routes';
import type { Group } from '@chat/contract/groups/groups.schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import {
  createGroupOf,
  directChatOf,
  groupChatOf,
  registerPerson,
  sendText,
} from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { picture, sendFile } from '../../../test/files.ts';
import { type Asked, found, search, textsFound } from '../../../test/search.ts';
import { untilIndexed } from '../../../test/search-index.ts';
import { NOBODY } from '../../../test/wrong-values.ts';
import { sql } from '../../db/database.ts';

let app: TestApp;
let ana: Client;
let jose: Client;
let carla: Client;
let diego: Client;
let norte: Group;
let almacen: Group;
let direct: string;
let almacenChat: string;
let norteChat: string;
beforeAll(async () => {
  app = await startApp();
  [ana, jose, carla, diego] = (await Promise.all([
    registerPerson(app, 'ana', { firstName: 'Ana', lastName: 'Gil' }),
    registerPerson(app, 'jperez', { firstName: 'José', lastName: 'Pérez Muñoz' }),
    registerPerson(app, 'carla', { firstName: 'Carla', lastName: 'Yoldi' }),
    registerPerson(app, 'diego', { firstName: 'Diego', lastName: 'Sanz' }),
  ])) as [Client, Client, Client, Client];
  norte = await createGroupOf(app, 'Ventas Norte', [ana, jose, carla]);
  almacen = await createGroupOf(app, 'Almacén', [ana, jose]);
  await createGroupOf(app, 'Secretos', [diego]);
  [norteChat, almacenChat] = (await Promise.all([
    groupChatOf(ana, norte),
    groupChatOf(ana, almacen),
  ])) as [string, string];
  direct = await directChatOf(ana, jose, norte);
  await sendText(ana, norteChat, 'acta de Ana en Norte');
  await sendText(jose, norteChat, 'acta de José en Norte');
  await sendText(carla, norteChat, 'acta de Carla en Norte');
  await sendText(jose, almacenChat, 'acta de José en Almacén');
  await sendText(ana, direct, 'acta de Ana en directo');
  await sendText(jose, direct, 'acta de José en directo');
});
afterAll(() => app.close());

const find = async (asked: string | Asked, reader = ana) =>
  (await textsFound(app, reader, asked)).toSorted();
const inNorth = ['acta de Ana en Norte', 'acta de Carla en Norte', 'acta de José en Norte'];
const inDirect = ['acta de Ana en directo', 'acta de José en directo'];

describe('of the call:', () => {
  test('chatId narrows to one chat', async () => {
    expect(await find({ q: 'acta', chatId: norteChat })).toEqual(inNorth);
    expect(await find({ q: 'acta', chatId: direct.toUpperCase() })).toEqual(inDirect);
  });

  test('groupId takes in the group’s chat and my direct chats of that group', async () => {
    expect(await find({ q: 'acta', groupId: norte.uuid })).toEqual(
      [...inNorth, ...inDirect].toSorted(),
    );
    expect(await find({ q: 'acta', groupId: norte.uuid }, carla)).toEqual(inNorth);
  });

  test('from narrows to one sender', async () => {
    expect(await find({ q: 'acta', from: carla.uuid })).toEqual(['acta de Carla en Norte']);
    expect(await find({ from: carla.uuid })).toEqual(['acta de Carla en Norte']);
  });

  test('filters narrow each other, and those of the text', async () => {
    expect(await find({ q: 'acta de:jose', chatId: norteChat })).toEqual(['acta de José en Norte']);
    expect(await find({ q: 'acta de:jose', from: ana.uuid })).toEqual([]);
    expect(await find({ q: 'acta', chatId: norteChat, groupId: almacen.uuid })).toEqual([]);
  });

  test.each(['chatId', 'groupId', 'from'] as const)(
    'a %s that is unknown finds nothing',
    async (name) => {
      for (const id of [NOBODY, 'no-es-un-uuid', '', '%', "'; --", '\u0000']) {
        expect([id, await find({ q: 'acta', [name]: id })]).toEqual([id, []]);
      }
    },
  );

  test('a foreign chat, group or sender finds nothing', async () => {
    expect(await find({ q: 'acta', chatId: norteChat }, diego)).toEqual([]);
    expect(await find({ q: 'acta', groupId: norte.uuid }, diego)).toEqual([]);
    expect(await find({ q: 'acta', from: ana.uuid }, diego)).toEqual([]);
    expect(await find({ q: 'acta', chatId: direct }, carla)).toEqual([]);
  });

  test('type narrows to one kind of message, and any other word is 422', async () => {
    await sendFile(ana, almacenChat, {
      type: 'FILE',
      fileName: 'acta.pdf',
      bytes: 'pdf',
      content: 'acta adjunta',
    });
    await sendFile(ana, almacenChat, {
      type: 'IMAGE',
      fileName: 'plano acta.png',
      bytes: await picture(),
    });
    expect(await find({ q: 'acta', type: 'FILE' })).toEqual(['acta adjunta']);
    expect(
      (await found(app, ana, { q: 'acta', type: 'IMAGE' })).map(({ message }) => message.fileName),
    ).toEqual(['plano acta.png']);
    expect(await find({ q: 'acta', type: 'TEXT', chatId: almacenChat })).toEqual([
      'acta de José en Almacén',
    ]);
    const reply = await search(ana, { q: 'acta', type: 'AUDIO' });
    expect([reply.status, reply.errors]).toEqual([422, { type: ['Tipo de mensaje no válido'] }]);
  });
});

describe('of the text:', () => {
  test.each([
    ['de:jperez', 'part of the e-mail'],
    ['de:JPEREZ@empresa.local', 'the whole of it'],
    ['de:jose', 'part of the name, without its accents'],
    ['de:"perez mu"', 'first and last names'],
    ['DE:Muñoz', 'whatever the case'],
  ])('%s: %s', async (q) => {
    expect(await find({ q: `acta ${q}`, chatId: norteChat })).toEqual(['acta de José en Norte']);
  });

  test('de:yo is who asks, and nobody whose name begins so', async () => {
    expect(await find({ q: 'acta de:yo', chatId: norteChat })).toEqual(['acta de Ana en Norte']);
    expect(await find({ q: 'acta de:yo', chatId: norteChat }, carla)).toEqual([
      'acta de Carla en Norte',
    ]);
  });

  test('two of one kind widen, of different kinds narrow', async () => {
    const q = 'acta de:carla de:jose';
    expect(await find(`${q} en:norte`)).toEqual([
      'acta de Carla en Norte',
      'acta de José en Norte',
      'acta de José en directo',
    ]);
    expect(await find(`${q} en:almacen`)).toEqual(['acta de José en Almacén']);
  });

  test.each(['en:"Ventas Norte"', 'en:norte', 'en:VENTAS'])(
    '%s: part of the group’s name, its direct chats too',
    async (q) => {
      expect(await find(`acta ${q}`)).toEqual([...inNorth, ...inDirect].toSorted());
    },
  );

  test('en: part of the counterpart’s e-mail finds the direct chats with them', async () => {
    expect(await find('acta en:jperez')).toEqual(inDirect);
    expect(await find('acta en:ana', jose)).toEqual(inDirect);
    expect(await find('acta en:ana@empresa')).toEqual([]);
  });

  test('filters alone find everything that they leave, without hits', async () => {
    const all = await found(app, ana, 'de:carla');
    expect(all.map(({ message, snippet }) => [message.content, snippet])).toEqual([
      ['acta de Carla en Norte', [{ text: 'acta de Carla en Norte', hit: false }]],
    ]);
  });

  test('a name that nobody has, and a group where the asker is not, are text', async () => {
    await sendText(ana, norteChat, 'escribe de:contabilidad en el asunto');
    await sendText(ana, norteChat, 'mira en:secretos');
    expect(await find('de:contabilidad')).toEqual(['escribe de:contabilidad en el asunto']);
    expect(await find('en:secretos')).toEqual(['mira en:secretos']);
    expect(await find('de:diego')).toEqual([]);
  });

  test('an exclusion alone is a filter', async () => {
    expect(await find({ q: '-acta', chatId: almacenChat })).not.toContain(
      'acta de José en Almacén',
    );
    expect(await find({ q: '-josé -adjunta', chatId: norteChat, from: ana.uuid })).toContain(
      'acta de Ana en Norte',
    );
  });
});

/** Each that says so was sent when it says. */
async function dateMessages({ ctx: { db } }: TestApp): Promise<void> {
  await untilIndexed(db);
  await db.run(sql`
    update messages set created_at = substr(content, 9)::timestamptz where content like 'fechado %'`);
  await db.run(sql`
    update search_messages s set created_at = m.created_at from messages m where m.id = s.message_id`);
}

describe('of time:', () => {
  /** Each message under the instant at which it was sent, in the summer and the winter of Madrid. */
  const instants = [
    '2025-03-29T22:59:59.999Z',
    '2025-03-29T23:00:00.000Z',
    '2025-03-30T21:59:59.999Z',
    '2025-03-30T22:00:00.000Z',
    '2025-12-31T23:00:00.000Z',
  ];
  beforeAll(async () => {
    for (const instant of instants) await sendText(ana, norteChat, `fechado ${instant}`);
    await dateMessages(app);
  });
  const dated = async (asked: Asked) =>
    (await find({ q: 'fechado', ...asked })).map((text) => text.slice('fechado '.length));
  const between = (from: number, to: number) => instants.slice(from, to);

  test('since is included and until is not, as dates of the company’s zone', async () => {
    expect(await dated({ since: '2025-03-30' })).toEqual(between(1, 5));
    expect(await dated({ until: '2025-03-30' })).toEqual(between(0, 1));
    expect(await dated({ since: '2025-03-30', until: '2025-03-31' })).toEqual(between(1, 3));
    expect(await dated({ since: '2026-01-01' })).toEqual(between(4, 5));
  });

  test('and as instants', async () => {
    const since = instants[1] as string;
    const until = '2025-03-31T00:00:00+02:00';
    expect(await dated({ since, until })).toEqual(between(1, 3));
    expect(await dated({ until: since })).toEqual(between(0, 1));
  });

  test('antes: and después: of the text count likewise, and narrow with those of the call', async () => {
    expect(await dated({ q: 'fechado después:2025-03-30 antes:31/3/2025' })).toEqual(between(1, 3));
    expect(await dated({ q: 'fechado despues:2025-03-30', until: '2025-03-31' })).toEqual(
      between(1, 3),
    );
    expect(await dated({ q: 'fechado antes:2025-03-30', since: '2025-03-30' })).toEqual([]);
  });

  test('the zone is a setting', async () => {
    const canary = await startApp({ timeZone: 'Atlantic/Canary' });
    const eva = await registerPerson(canary, 'eva');
    const { uuid } = (await eva.call(getPersonalChat, {})).content;
    for (const instant of instants.slice(0, 2)) await sendText(eva, uuid, `fechado ${instant}`);
    await dateMessages(canary);
    const asked = { q: 'fechado', until: '2025-03-30' };
    expect(await textsFound(canary, eva, asked)).toHaveLength(2);
    await canary.close();
  });

  test.each([
    'ayer',
    '2025-13-01',
    '2025-02-30',
    '2025',
    '30-03-2025',
    '2025-03-30T25:00:00Z',
    '',
    '\u0000',
  ])('%j is 422', async (moment) => {
    for (const name of ['since', 'until'] as const) {
      const reply = await search(ana, { q: 'fechado', [name]: moment });
      expect([reply.status, Object.keys(reply.errors ?? {})]).toEqual([422, [name]]);
    }
  });

  test('however far away, a date is one', async () => {
    for (const moment of ['0000-01-01', '0001-01-01', '1900-01-01', '1969-12-31T23:59:59Z']) {
      expect(await dated({ since: moment })).toHaveLength(instants.length);
      expect(await dated({ until: moment })).toEqual([]);
    }
    for (const moment of ['9999-12-31', '9999-12-31T23:59:59-23:59']) {
      expect(await dated({ since: moment })).toEqual([]);
      expect(await dated({ until: moment })).toHaveLength(instants.length);
    }
  });
});
