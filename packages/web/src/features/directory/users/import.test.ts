import type { ImportRow } from '@chat/contract/users';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../shared/api-error.ts';
import { countRows, holdFile, invitationsCsv, problemOf, toCsv } from './import.ts';

const row = (number: number, action: ImportRow['action']): ImportRow => ({
  row: number,
  email: `p${number}@empresa.local`,
  action,
  errors: {},
});

describe('preview of an import', () => {
  it('counts what is new, what stays and what is wrong', () => {
    const rows = [row(2, 'create'), row(3, 'error'), row(5, 'none'), row(6, 'create')];
    expect(countRows(rows)).toEqual({ create: 2, none: 1, error: 1 });
    expect(countRows([])).toEqual({ create: 0, none: 0, error: 0 });
  });

  it('takes the file as it was when it was chosen', async () => {
    const chosen = new File(['nombre;apellido;correo\r\n'], 'personas.csv');
    const held = await holdFile(chosen);
    expect(held).not.toBe(chosen);
    expect(held.name).toBe('personas.csv');
    expect(await held.text()).toBe('nombre;apellido;correo\r\n');
  });

  it('reads no file that is larger than the server takes', async () => {
    const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'grande.csv');
    expect(await holdFile(large)).toBe(large);
  });
});

describe('why a file was refused', () => {
  const refused = (file: string[]) =>
    new ApiError({ message: 'Revisa los datos', errors: { file }, status: 422 });

  it('is the reason alone where there is one', () => {
    expect(problemOf(refused(['El archivo no tiene filas']))).toEqual({
      message: 'El archivo no tiene filas',
      lines: [],
    });
  });

  it('names each wrong row where there are several', () => {
    const lines = ['Fila 3, correo: Correo inválido', 'Fila 9, nombre: El nombre es obligatorio'];
    expect(problemOf(refused(lines))).toEqual({ message: 'Revisa los datos', lines });
  });

  it('is the server’s sentence where another import runs', () => {
    const error = new ApiError({ message: 'Hay otra importación en curso', status: 409 });
    expect(problemOf(error)).toEqual({ message: 'Hay otra importación en curso', lines: [] });
  });

  it('says that the file could not be read where the browser cannot', () => {
    expect(problemOf(new Error('NotReadableError')).message).toBe(
      'No se pudo leer el archivo. Elígelo otra vez.',
    );
  });
});

const textOf = async (csv: Blob) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await csv.arrayBuffer());

describe('CSV of the page', () => {
  it('is UTF-8 with mark, semicolons and CRLF', async () => {
    expect(
      await textOf(
        toCsv([
          ['correo', 'válido'],
          ['a', 'b'],
        ]),
      ),
    ).toBe('\uFEFFcorreo;válido\r\na;b\r\n');
  });

  it('holds no cell that a table program calculates', async () => {
    const cells = ['=1+1', '+34600', '-1', '@suma', '\tx', '\rx', 'ana@empresa.local'];
    expect(await textOf(toCsv([cells]))).toBe(
      "\uFEFF'=1+1;'+34600;'-1;'@suma;'\tx;\"'\rx\";ana@empresa.local\r\n",
    );
  });

  it('quotes what would divide a cell', async () => {
    expect(await textOf(toCsv([['a;b', 'di "hola"', 'dos\nlíneas']]))).toBe(
      '\uFEFF"a;b";"di ""hola""";"dos\nlíneas"\r\n',
    );
  });

  it('has a line for each invitation', async () => {
    const url = 'https://chat.empresa.local/invitation#secreto';
    const csv = invitationsCsv([
      { email: 'ana@empresa.local', url, expiresAt: '2026-11-29T10:00:00.000Z' },
    ]);
    const [head, line] = (await textOf(csv)).split('\r\n');
    expect(head).toBe('\uFEFFcorreo;enlace;válido hasta');
    expect(line).toMatch(
      /^ana@empresa\.local;https:\/\/chat\.empresa\.local\/invitation#secreto;\d/,
    );
  });
});
