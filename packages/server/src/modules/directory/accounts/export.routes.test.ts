import { acceptNotice, publishNotice } from '@chat/contract/privacy-notice';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { auditEvents } from '../../../../test/audit-events.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  createGroupOf,
  createVentas,
  makeManager,
  registerPerson,
  registerUser,
  usersOf,
} from '../../../../test/cast.ts';
import { fetchExport, importCsv, manyPeople, preview } from '../../../../test/csv.ts';

const HEADER = 'nombre;apellido;correo;rol;oficinas;grupos;bloqueado';
/** A table program would calculate at a cell that begins so. */
const CALCULATED = /^[=+\-@\t\r]/;
const FORMULAS = ['+34 600;"-2+3; ""cmd|x""";formula', '@SUM(1);=1;arroba'];

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  const ana = await registerPerson(app, 'ana');
  await makeManager(app, ana, await createVentas(app, [ana]));
  await createGroupOf(app, '=HIPERVINCULO("http://malo.test")', [ana]);
  const rows = [...FORMULAS, 'Íñigo;"Núñez\nAlto";inigo'];
  await importCsv(app.elena, ['nombre;apellido;correo', ...rows].join('\n'));
  const deleted = await registerPerson(app, 'borrado');
  await app.elena.request('DELETE', `/users/${deleted.uuid}`);
  const blocked = await registerPerson(app, 'bloqueado');
  await app.elena.request('POST', `/users/${blocked.uuid}/block`);
});
afterAll(() => app.close());

const textOf = async (reply: Response): Promise<string> => {
  expect(reply.status).toBe(200);
  return Buffer.from(await reply.arrayBuffer()).toString('utf8');
};
const exported = async () => textOf(await fetchExport(app.elena));
const cellsOf = (text: string): string[][] => parse(text, { bom: true, delimiter: ';' });

test('is UTF-8 with its mark, semicolons and CRLF, and is saved rather than shown', async () => {
  const { headers } = await fetchExport(app.elena);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="usuarios.csv"/);
  const text = await exported();
  expect(text.startsWith(`\ufeff${HEADER}\r\n`)).toBe(true);
  expect(text.endsWith(';GENERAL;sí\r\n')).toBe(true);
});

test('names all users with their role, offices and groups, and who is blocked; nobody who was deleted', async () => {
  const rows = cellsOf(await exported());
  const of = (name: string) => rows.find((cells) => cells[2] === `${name}@empresa.local`);
  expect(of('elena')?.slice(2)).toEqual(['elena@empresa.local', 'ADMIN', '', '', 'no']);
  expect(of('ana')?.slice(3, 5)).toEqual(['GROUP_MANAGER', 'Madrid']);
  expect(of('ana')?.[5]).toBe(`'=HIPERVINCULO("http://malo.test")|GENERAL|Ventas`);
  expect(of('inigo')?.slice(0, 2)).toEqual(['Íñigo', 'Núñez\nAlto']);
  expect(of('bloqueado')?.at(-1)).toBe('sí');
  expect(of('borrado')).toBeUndefined();
});

test('no cell calculates in a table program', async () => {
  const cells = cellsOf(await exported()).flat();
  expect(cells.filter((cell) => CALCULATED.test(cell))).toEqual([]);
  const guarded = ["'+34 600", `'-2+3; "cmd|x"`, "'@SUM(1)", "'=1"];
  expect(cells).toEqual(expect.arrayContaining(guarded));
});

test('goes back in by the import, which takes the apostrophes off', async () => {
  const text = await exported();
  const { content } = await preview(app.elena, text);
  expect(content.rows.filter(({ action }) => action !== 'none')).toEqual([]);
  const [header = '', ...lines] = text.split('\r\n');
  const line = lines.find((one) => one.includes('formula@')) ?? '';
  const twin = [header, line.replace('formula@', 'gemela@')].join('\n');
  expect((await importCsv(app.elena, twin)).content.created).toBe(1);
  const rows = cellsOf(await exported());
  const nameOf = (name: string) =>
    rows.find((cells) => cells[2] === `${name}@empresa.local`)?.slice(0, 2);
  expect(nameOf('gemela')).toEqual(nameOf('formula'));
});

test('every CSV of the product is such a file, and none calculates', async () => {
  const own = await startApp();
  onTestFinished(() => own.close());
  const { elena } = own;
  await registerUser(own, '-2+3');
  await elena.call(publishNotice, { body: { text: 'Aviso' } });
  await elena.call(acceptNotice, { body: { version: 1 } });
  const routes = own.app.routes.filter(({ isFile, path }) => isFile && !path.includes(':'));
  const paths = routes.map(({ path }) => path).sort();
  expect(paths).toEqual(['/admin/audit-events.csv', '/notice/acceptances.csv', '/users/export']);
  const headers = { authorization: `Bearer ${elena.token}` };
  for (const path of paths) {
    const reply = await fetch(`${own.url}/api${path}?pending=1`, { headers });
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename=".+\.csv"/);
    const text = await textOf(reply);
    expect(text).toMatch(/^\ufeff[^\n]+;[^\n]+\r\n/);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const cells = cellsOf(text).flat();
    expect(cells).toContain("'-2+3@empresa.local");
    expect(cells.filter((cell) => CALCULATED.test(cell))).toEqual([]);
  }
});

test('gives back a name that looks as if it were guarded', async () => {
  await registerPerson(app, 'comillas', { firstName: "'=Ana", lastName: "''-Gil" });
  const [header = '', ...lines] = (await exported()).split('\r\n');
  const line = lines.find((one) => one.includes('comillas@')) ?? '';
  const twin = [header, line.replace('comillas@', 'apostrofes@')].join('\n');
  expect((await importCsv(app.elena, twin)).content.created).toBe(1);
  const twins = (await usersOf(app.elena)).filter(({ email }) => /^(?:comi|apos)/.test(email));
  const names = twins.map(({ firstName, lastName }) => [firstName, lastName]);
  expect(names).toEqual([
    ["'=Ana", "''-Gil"],
    ["'=Ana", "''-Gil"],
  ]);
});

test('has every user once, however many there are', async () => {
  await importCsv(app.elena, manyPeople(2_100));
  const [, ...rows] = cellsOf(await exported());
  const emails = rows.map((cells) => cells[2]);
  expect(emails).toHaveLength((await usersOf(app.elena)).length);
  expect(new Set(emails).size).toBe(emails.length);
});

test('is on record', async () => {
  const before = await auditEvents(app.elena, { action: 'USERS_EXPORTED' });
  await exported();
  const after = await auditEvents(app.elena, { action: 'USERS_EXPORTED' });
  expect(after).toHaveLength(before.length + 1);
  expect(after[0]).toMatchObject({ actorEmail: app.elena.email, targetEmail: null });
});
