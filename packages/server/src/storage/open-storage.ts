import { constants } from 'node:fs';
import { access, copyFile, link, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config/env.ts';
import { codeOf } from '../shared/errors.ts';
import { storeOnS3 } from './s3.ts';
import { type ByteRange, type Storage, type StoredBytes, storing } from './storage.ts';

export const openStorage = ({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Storage =>
  s3 ? storeOnS3(s3) : storeOnDisk(join(dataDir, 'files'));

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const isMissing = (error: unknown) => codeOf(error) === 'ENOENT';

/** None where there is no such folder. */
const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error) => {
    if (isMissing(error) || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  });

async function openStored(path: string, range?: ByteRange): Promise<StoredBytes | undefined> {
  const handle = await open(path, 'r').catch((error) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (!handle) return undefined;
  const size = range ? range.end - range.start + 1 : (await handle.stat()).size;
  // The stream closes the file, also when its reader goes away.
  return { bytes: handle.createReadStream(range), size };
}

/** A second name costs no room. Some file systems know no such names. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (isMissing(error)) throw error;
    await copyFile(from, to);
    await syncPath(to);
  }
}

/** Files below `root`, in folders by the last letters of their keys, which are the random ones. */
function storeOnDisk(root: string): Storage {
  const folderOf = (key: string) => join(root, key.slice(34, 36));
  const pathOf = (key: string) => join(folderOf(key), key);

  async function ensureFolder(folder: string): Promise<void> {
    const made = await mkdir(folder, { recursive: true });
    if (made === undefined) return;
    await syncPath(root);
    await syncPath(dirname(root));
  }

  return {
    name: 'disk',
    put: (key, path) =>
      storing('write a file', async () => {
        await ensureFolder(folderOf(key));
        // First the bytes, then the name, then the folder that holds it: a power cut leaves all of the file or none.
        await syncPath(path);
        await rename(path, pathOf(key));
        await syncPath(folderOf(key));
      }),
    read: (key, range) => storing('read a file', () => openStored(pathOf(key), range)),
    copy: (from, to) =>
      storing('copy a file', async () => {
        await ensureFolder(folderOf(to));
        try {
          await linkOrCopy(pathOf(from), pathOf(to));
        } catch (error) {
          if (isMissing(error)) return false;
          throw error;
        }
        await syncPath(folderOf(to));
        return true;
      }),
    async *list() {
      for (const folder of await storing('list files', () => namesIn(root))) {
        yield await storing('list files', () => namesIn(join(root, folder)));
      }
    },
    remove: (keys) =>
      storing('remove files', async () => {
        await Promise.all(keys.map((key) => rm(pathOf(key), { force: true })));
      }),
    check: () =>
      storing('use the folder of files', async () => {
        await mkdir(root, { recursive: true });
        await access(root, constants.R_OK | constants.W_OK);
      }),
  };
}
