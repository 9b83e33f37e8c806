import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { required } from '@chat/contract/checks';
import { createOwnExport, type ExportJob } from '@chat/contract/data-exports';
import { expect } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import type { Client, Reply } from './client.ts';
import { fetchFile } from './files.ts';

export type Zip = Map<string, Buffer>;

/** The entries of a ZIP by their paths, which are all of different names for any system. */
export async function readZip(bytes: Buffer): Promise<Zip> {
  const entries: Zip = new Map();
  const zip = await fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  const alike = (name: string) => name.normalize('NFC').toLowerCase();
  expect(new Set([...entries.keys()].map(alike)).size).toBe(zip.entryCount);
  return entries;
}

export const textIn = (zip: Zip, path: string): string => required(zip.get(path), path).toString();

/** Untyped: each test says what the file holds. */
export const jsonIn = (zip: Zip, name: string) => JSON.parse(textIn(zip, `json/${name}.json`));

/** All that people read in it. */
export const pagesIn = (zip: Zip): string =>
  [...zip].map(([name, bytes]) => (/^[^/]+\.html$/.test(name) ? bytes.toString() : '')).join('');

/** The manifest has the right size and sum of every other entry. */
export function expectSums(zip: Zip): void {
  const { files } = JSON.parse(textIn(zip, 'manifest.json'));
  const others = [...zip].filter(([path]) => path !== 'manifest.json');
  const found = others.map(([path, bytes]) => ({
    path,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }));
  expect(files).toEqual(found);
}

/** Asks, and waits until the ZIP is ready. */
export async function exported(
  person: Client,
  ask: () => Promise<Reply<ExportJob>> = () => person.call(createOwnExport, {}),
): Promise<ExportJob> {
  const live = await person.connect();
  const { content, status } = await ask();
  expect([200, 201]).toContain(status);
  const ended = await live.waitFor('export:ready', ({ uuid }) => uuid === content.uuid);
  live.close();
  return { ...content, status: ended.status };
}

export async function fetchExport(person: Client, { uuid }: ExportJob): Promise<Zip> {
  const { status, bytes } = await fetchFile(person, `/api/files/exports/${uuid}`);
  expect(status).toBe(200);
  return readZip(bytes);
}

/** Asks for the caller's own data, and reads them once they are ready. */
export const ownData = async (person: Client): Promise<Zip> =>
  fetchExport(person, await exported(person));
