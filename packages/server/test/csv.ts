import { exportUsers, type Imported, type ImportPreview, importUsers } from '@chat/contract/users';
import type { Client, Reply } from './client.ts';

type Csv = string | Uint8Array<ArrayBuffer>;

/** The form of an import; a text is sent as UTF-8. */
export function csvForm(csv: Csv, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([csv], { type: 'text/csv' }), 'personas.csv');
  return form;
}

export const preview = (by: Client, csv: Csv): Promise<Reply<ImportPreview>> =>
  by.request('POST', `${importUsers.path}?dryRun=1`, csvForm(csv));

export const importCsv = (
  by: Client,
  csv: Csv,
  fields?: Record<string, string>,
): Promise<Reply<Imported>> => by.request('POST', importUsers.path, csvForm(csv, fields));

/** The export as it comes. */
export const fetchExport = (by: Client): Promise<Response> =>
  fetch(`${by.url}/api${exportUsers.path}`, { headers: { authorization: `Bearer ${by.token}` } });

/** Gives a CSV of `count` people, each in GENERAL alone. */
export const manyPeople = (count: number): string =>
  [
    'nombre;apellido;correo',
    ...Array.from({ length: count }, (_, n) => `Nombre;Apellido;persona-${n}`),
  ].join('\r\n');
