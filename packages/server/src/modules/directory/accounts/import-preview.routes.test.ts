import type { ImportPreview } from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { createGroupOf, createVentas, registerPerson, usersOf } from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { importCsv, preview } from '../../../../test/csv.ts';

let app: TestApp;
let ana: Client;
beforeAll(async () => {
  app = await startApp();
  ana = await registerPerson(app, 'ana');
  await createVentas(app, [ana]);
  await createGroupOf(app, 'Almacén', []);
});
afterAll(() => app.close());

const HEADER = 'nombre;apellido;correo;proyecto;oficina;grupos;rol';
const csv = (...rows: string[]) => [HEADER, ...rows].join('\r\n');
const rowsOf = async (text: string | Uint8Array<ArrayBuffer>): Promise<ImportPreview['rows']> => {
  const reply = await preview(app.elena, text);
  expect([reply.status, reply.message]).toEqual([200, 'OK']);
  return reply.content.rows;
};
const emails = async () => (await usersOf(app.elena)).map(({ email }) => email);

describe('a preview', () => {
  test('tells what would happen to each row, counted as a table program does, and writes nothing', async () => {
    const before = await emails();
    const text = csv(
      'Bruno;Sanz;Bruno;proyecto norte;MADRID;ventas;',
      '',
      ';;;;;;',
      'Ana;Otra;ANA@empresa.local;No hay;;;',
      'Carla;;carla@;;;Almacén|Nada;jefa',
    );
    expect(await rowsOf(text)).toEqual([
      { row: 2, email: 'bruno@empresa.local', action: 'create', errors: {} },
      { row: 5, email: 'ana@empresa.local', action: 'none', errors: {} },
      {
        row: 6,
        email: 'carla@',
        action: 'error',
        errors: {
          apellido: ['El apellido es obligatorio'],
          correo: ['Correo inválido'],
          grupos: ['Uno de los grupos no existe'],
          rol: ['Rol no válido'],
        },
      },
    ]);
    expect(await emails()).toEqual(before);
  });

  test.each<[string, string, Record<string, string[]>]>([
    ['no name', ';Ruiz;uno', { nombre: ['El nombre es obligatorio'] }],
    [
      'a long name',
      `${'x'.repeat(101)};Ruiz;uno`,
      { nombre: ['No puede exceder los 100 caracteres'] },
    ],
    ['no e-mail', 'Uno;Ruiz;', { correo: ['Correo requerido'] }],
    ['no e-mail in the row', 'Uno;Ruiz', { correo: ['Correo requerido'] }],
    ['the group chats’ address', 'Uno;Ruiz;grupo', { correo: ['El correo ya está registrado'] }],
    [
      'an unknown project',
      'Uno;Ruiz;uno;Sur;Madrid;Ventas',
      { proyecto: ['El proyecto no existe'] },
    ],
    [
      'an unknown office',
      'Uno;Ruiz;uno;Proyecto Norte;Sevilla;Ventas',
      { oficina: ['La oficina no existe'] },
    ],
    [
      'a group of another place',
      'Uno;Ruiz;uno;Proyecto Norte;Madrid;Almacén',
      { grupos: ['Uno de los grupos no existe'] },
    ],
    [
      'a group of an office alone',
      'Uno;Ruiz;uno;;;Ventas',
      { grupos: ['Uno de los grupos no existe'] },
    ],
    [
      'an office without its project',
      'Uno;Ruiz;uno;;Madrid;Ventas',
      { proyecto: ['Selecciona un proyecto'] },
    ],
    [
      'a project without office',
      'Uno;Ruiz;uno;Proyecto Norte;;',
      { oficina: ['Selecciona una oficina'] },
    ],
    [
      'an office without groups',
      'Uno;Ruiz;uno;Proyecto Norte;Madrid;',
      { grupos: ['Selecciona un grupo(s)'] },
    ],
    [
      'a role that is given by permissions',
      'Uno;Ruiz;uno;;;;GROUP_MANAGER',
      { rol: ['Rol no válido'] },
    ],
    [
      'too many cells',
      'Uno;Ruiz;uno;;;;;más',
      { fila: ['La fila tiene más celdas que la cabecera'] },
    ],
    [
      'ten thousand cells',
      `Uno;Ruiz;uno${';'.repeat(10_000)}`,
      { fila: ['La fila tiene más celdas que la cabecera'] },
    ],
    [
      'a formula',
      'Uno;Ruiz;=cmd|x;;;=1+1;=2',
      {
        correo: ['Correo inválido'],
        grupos: ['Uno de los grupos no existe'],
        rol: ['Rol no válido'],
      },
    ],
  ])('names %s by row and column, in the words of the form', async (_, row, errors) => {
    expect(await rowsOf(csv(row))).toMatchObject([{ row: 2, action: 'error', errors }]);
  });

  test('finds groups among however many names, and takes 100 of a row', async () => {
    const names = (row: number) => Array.from({ length: 100 }, (_, n) => `Nada ${row}.${n}`);
    const rows = Array.from(
      { length: 120 },
      (_, n) => `Uno;Ruiz;uno-${n};;;${names(n).join('|')};`,
    );
    const one = [...names(0), 'Una más'].join('|');
    const found = await rowsOf(csv(...rows, 'Dos;Ruiz;dos;;;almacén;', `Tres;Ruiz;tres;;;${one};`));
    expect(found.slice(0, 120).every(({ action }) => action === 'error')).toBe(true);
    expect(found.at(-2)).toMatchObject({ row: 122, action: 'create' });
    expect(found.at(-1)?.errors).toEqual({ grupos: ['No puede exceder los 100 elementos'] });
  });

  test('has nothing to do for a known e-mail, whatever else its row says, and takes a deleted person’s', async () => {
    const blocked = await registerPerson(app, 'bloqueada');
    await app.elena.request('POST', `/users/${blocked.uuid}/block`);
    const deleted = await registerPerson(app, 'borrada');
    await app.elena.request('DELETE', `/users/${deleted.uuid}`);
    const rows = await rowsOf(
      csv(';;ana;Sur;Sevilla;Nada;jefa;más', ';;bloqueada;;Madrid;;', 'Otra;Ruiz;borrada'),
    );
    expect(rows.map(({ action, errors }) => [action, errors])).toEqual([
      ['none', {}],
      ['none', {}],
      ['create', {}],
    ]);
  });

  test('of two rows with one e-mail the second is wrong, whatever the case', async () => {
    const rows = await rowsOf(csv('Uno;Ruiz;uno', 'Dos;Ruiz;UNO@Empresa.local'));
    expect(rows.map(({ action }) => action)).toEqual(['create', 'error']);
    expect(rows[1]?.errors).toEqual({ correo: ['El correo ya está en la fila 2'] });
  });
});

describe('the file', () => {
  test.each([
    ['commas, English, in any order', 'Email,LAST NAME,First Name\nuno,Ruiz,Uno'],
    [
      'accents and case ignored, further columns',
      'CORREO;Apellído;NOMBRE;teléfono\nuno;Ruiz;Uno;600',
    ],
    [
      'quotes, a separator and a line within',
      'correo;apellido;nombre\r\nuno;"Ruiz; ""la\nalta""";Uno',
    ],
    [
      'the other separator in a quoted column of the header',
      'correo;nombre;apellido;"fijo, móvil, otro, ninguno"\nuno;Uno;Ruiz;600',
    ],
    ['a mark', '\ufeffnombre;apellido;correo\nUno;Ruiz;uno'],
    ['guarded cells', "'nombre;apellido;correo\n'=Uno;Ruiz;uno".replace("'nombre", 'nombre')],
  ])('may have %s', async (_, text) => {
    expect(await rowsOf(text)).toMatchObject([
      { email: 'uno@empresa.local', action: 'create', errors: {} },
    ]);
  });

  test.each([
    ['UTF-16', Buffer.from(`\ufeff${csv('Uno;Ruiz;uno')}`, 'utf16le')],
    [
      'UTF-16, the large end first',
      Buffer.from(`\ufeff${csv('Uno;Ruiz;uno')}`, 'utf16le').swap16(),
    ],
    ['UTF-16 without mark', Buffer.from(csv('Uno;Ruiz;uno'), 'utf16le')],
    ['an empty first row', Buffer.from(`\n${csv('Uno;Ruiz;uno')}`)],
    ['a NUL', Buffer.from(csv('Uno;Ru\u0000iz;uno'))],
    ['a ZIP', Buffer.concat([Buffer.from('PK\x03\x04\x14\x00'), Buffer.alloc(500, 7)])],
    ['nothing', Buffer.alloc(0)],
    ['no header', Buffer.from('Uno;Ruiz;uno')],
    ['a column twice', Buffer.from('nombre;apellido;correo;email\nUno;Ruiz;uno;dos')],
    ['a header alone', Buffer.from(`${HEADER}\r\n\r\n;;\r\n`)],
    ['ten thousand columns', Buffer.from(`${HEADER}${';x'.repeat(10_000)}\nUno;Ruiz;uno`)],
    ['a quoted cell that never ends', Buffer.from(csv(`Uno;"Ruiz;uno${'\nx'.repeat(1_000_000)}`))],
    ['a short quoted cell that never ends', Buffer.from(csv('Uno;"Ruiz;uno'))],
    ['10,001 rows', Buffer.from(csv(...Array.from({ length: 10_001 }, () => 'Uno;Ruiz;uno')))],
    ['five million empty rows', Buffer.alloc(5_000_000, '\n')],
  ])('of %s is refused as a whole, with a text', async (_, bytes) => {
    for (const attempt of [preview, importCsv]) {
      const reply = await attempt(app.elena, Uint8Array.from(bytes));
      expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['file']]);
      expect(reply.message).toMatch(/archivo|fila|cabecera/);
    }
  });

  test('that cannot be read says in which row', async () => {
    const { errors } = await preview(
      app.elena,
      csv('Uno;Ruiz;uno', '', 'Dos;"Ruiz;dos', 'Tres;Ruiz;tres'),
    );
    expect(errors.file).toEqual([
      'No se puede leer la fila 4: faltan unas comillas de cierre o es demasiado larga.',
    ]);
  });

  test('in Windows-1252 keeps its accents and its euro', async () => {
    const bytes = Buffer.from(csv('Íñigo;Núñez;cp1252'), 'latin1');
    const text = Buffer.concat([
      bytes,
      Buffer.from('\r\nEl '),
      Buffer.from([0x80]),
      Buffer.from(';Caro;euro'),
    ]);
    expect((await importCsv(app.elena, Uint8Array.from(text))).status).toBe(201);
    const users = await usersOf(app.elena);
    const nameOf = (email: string) => users.find((user) => user.email === email)?.firstName;
    expect(nameOf('cp1252@empresa.local')).toBe('Íñigo');
    expect(nameOf('euro@empresa.local')).toBe('El €');
  });

  test('of more than 10 MB is 413, and none at all 422', async () => {
    for (const megabytes of [10.5, 50]) {
      const reply = await preview(app.elena, new Uint8Array(megabytes * 2 ** 20));
      expect([reply.status, Object.keys(reply.errors)]).toEqual([413, ['file']]);
    }
    for (const body of [{}, { file: 'nombre' }]) {
      const reply = await app.elena.request('POST', '/users/import', body);
      expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['file']]);
    }
    const wrong = await app.elena.request('POST', '/users/import?dryRun=true', {});
    expect([wrong.status, Object.keys(wrong.errors)]).toEqual([422, ['dryRun']]);
    const invite = await importCsv(app.elena, csv('Uno;Ruiz;uno'), { invite: 'sí' });
    expect([invite.status, Object.keys(invite.errors)]).toEqual([422, ['invite']]);
  });
});
