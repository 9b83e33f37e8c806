import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../shared/errors.ts';

/** A line of the list: uuids alone, so that it tells nothing of anybody. */
export interface Erased {
  kind: 'user' | 'user-with-messages' | 'group';
  uuid: string;
}

const kinds: Erased['kind'][] = ['user', 'user-with-messages', 'group'];
const LINE = /^(user|user-with-messages|group) ([0-9a-f-]{36})$/;

const listIn = (dataDir: string): string => join(dataDir, 'erased.txt');

/** The erasures of this folder; a line that a crash has cut off is passed over. */
export async function readErased(dataDir: string): Promise<Erased[]> {
  const text = await readFile(listIn(dataDir), 'utf8').catch((error) => {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => {
    const [, kind, uuid] = LINE.exec(line) ?? [];
    const known = kinds.find((one) => one === kind);
    return known && uuid ? [{ kind: known, uuid }] : [];
  });
}

/** Adds what is not in the list, and waits until it is on the disk. */
export async function noteErased(dataDir: string, erased: Erased): Promise<void> {
  const known = await readErased(dataDir);
  if (known.some(({ kind, uuid }) => kind === erased.kind && uuid === erased.uuid)) return;
  const file = await open(listIn(dataDir), 'a', 0o600);
  try {
    // The line break before ends what a crash may have cut off.
    await file.write(`\n${erased.kind} ${erased.uuid}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}
