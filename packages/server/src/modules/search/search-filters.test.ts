import type { Group } from '@chat/contract/groups';
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
import { NOBODY } from '../../../test/wrong-values.ts';

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
  [ana, jose, carla, diego] = await Promise.all([
    registerPerson(app, 'ana', { firstName: 'Ana', lastName: 'Gil' }),
    registerPerson(app, 'jperez', { firstName: 'José', lastName: 'Pérez Muñoz' }),
    registerPerson(app, 'carla', { firstName: 'Carla', lastName: 'Yoldi' }),
    registerPerson(app, 'diego', { firstName: 'Diego', lastName: 'Sanz' }),
  ]);
  norte = await createGroupOf(app, 'Ventas Norte', [ana, jose, carla]);
  almacen = await createGroupOf(app, 'Almacén', [ana, jose]);
  await createGroupOf(app, 'Secretos', [diego]);
  [norteChat, almacenChat] = await Promise.all([
    groupChatOf(ana, norte),
    groupChatOf(ana, almacen),
  ]);
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
