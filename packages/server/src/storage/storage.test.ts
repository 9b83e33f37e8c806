import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { required } from '@chat/contract/checks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeS3, openFakeS3 } from '../../test/fake-s3.ts';
import { readConfig } from '../config/env.ts';
import { newUuid } from '../shared/new-uuid.ts';
import { openStorage } from './open-storage.ts';
import { storeOnS3 } from './s3.ts';
import { type ByteRange, type Storage, StorageError } from './storage.ts';

let folder: string;
let s3: FakeS3;
const stores: Record<string, Storage> = {};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-chat-storage-'));
  s3 = await openFakeS3();
  stores.disk = openStorage(readConfig({ DATA_DIR: folder }));
  stores.S3 = openStorage(readConfig({ DATA_DIR: folder, S3_URL: s3.url }));
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});

const storeOf = (name: string) => required(stores[name], 'store');

async function put(storage: Storage, bytes: Buffer): Promise<string> {
  const key = newUuid();
  const path = join(folder, `received-${key}`);
  await writeFile(path, bytes);
  await storage.put(key, path);
  return key;
}

async function read(storage: Storage, key: string, range?: ByteRange) {
  const stored = await storage.read(key, range);
  return stored && { size: stored.size, bytes: await buffer(stored.bytes) };
}

test('S3 is asked once for all that are removed together, and refuses what it could not remove', async () => {
  const storage = storeOf('S3');
  const keys = await Promise.all(Array.from({ length: 30 }, () => put(storage, Buffer.from('a'))));
  const before = s3.calls();
  await storage.remove(keys);
  expect(s3.calls() - before).toBe(1);
  for (const key of keys) expect(await read(storage, key)).toBeUndefined();
  const locked = await put(storage, Buffer.from('a'));
  s3.lock(locked);
  await expect(storage.remove([locked])).rejects.toThrow(StorageError);
});

test.each([
  ['does not know how to remove several at once', 501],
  ['does not allow it', 405],
  ['answers it with an error', 500],
])('an S3 that %s is asked for each', async (_, status) => {
  const storage = storeOf('S3');
  const keys = await Promise.all(['a', 'b', 'c'].map((text) => put(storage, Buffer.from(text))));
  const locked = await put(storage, Buffer.from('d'));
  s3.lock(locked);
  s3.refuseTogether(status);
  await storage.remove([...keys, newUuid()]);
  await expect(storage.remove([locked])).rejects.toThrow(StorageError);
  s3.refuseTogether(undefined);
  for (const key of keys) expect(await storage.read(key)).toBeUndefined();
});

describe.each(['disk', 'S3'])('on %s', (name) => {
  test('a file comes back as it was put, under the name the health knows the store by', async () => {
    const storage = storeOf(name);
    expect(storage.name).toBe(name);
    for (const size of [1, 100_000, 12_000_000]) {
      const bytes = randomBytes(size);
      const found = await read(storage, await put(storage, bytes));
      expect([found?.size, found?.bytes.equals(bytes)]).toEqual([size, true]);
    }
  });

  test('a part of it is read alone, both ends included', async () => {
    const storage = storeOf(name);
    const key = await put(storage, Buffer.from('0123456789'));
    const part = await read(storage, key, { start: 2, end: 5 });
    expect([part?.size, part?.bytes.toString()]).toEqual([4, '2345']);
    const last = await read(storage, key, { start: 9, end: 9 });
    expect(last?.bytes.toString()).toBe('9');
  });

  test('what is removed is gone, and may be removed again; nothing else is', async () => {
    const storage = storeOf(name);
    const [gone, kept] = [
      await put(storage, Buffer.from('a')),
      await put(storage, Buffer.from('b')),
    ];
    await storage.remove([gone]);
    await storage.remove([gone]);
    expect(await storage.read(gone)).toBeUndefined();
    expect((await read(storage, kept))?.bytes.toString()).toBe('b');
  });

  test('a copy lies under its own name, and stays when the first is removed', async () => {
    const storage = storeOf(name);
    const [first, second] = [await put(storage, Buffer.from('c')), newUuid()];
    expect(await storage.copy(first, second)).toBe(true);
    await storage.remove([first]);
    expect((await read(storage, second))?.bytes.toString()).toBe('c');
    expect(await storage.copy(first, newUuid())).toBe(false);
  });

  test('a file nobody put is not there', async () => {
    expect(await storeOf(name).read(newUuid())).toBeUndefined();
  });

  test('it says that it can be used', async () => {
    await expect(storeOf(name).check()).resolves.toBeUndefined();
  });
});

test('a disk takes the file over: nothing is left where it was received', async () => {
  const key = await put(storeOf('disk'), Buffer.from('x'));
  expect(await readdir(folder)).not.toContain(`received-${key}`);
});

test('an S3 that fails is told as the store failing, whatever is asked of it', async () => {
  const storage = storeOf('S3');
  const key = await put(storage, Buffer.from('x'));
  s3.fail(true);
  await expect(storage.check()).rejects.toThrow(StorageError);
  await expect(storage.read(key)).rejects.toThrow(StorageError);
  await expect(storage.remove([key])).rejects.toThrow(StorageError);
  await expect(put(storage, Buffer.from('y'))).rejects.toThrow(StorageError);
  s3.fail(false);
  await expect(storage.check()).resolves.toBeUndefined();
});

test('an S3 that falls silent is given up, and takes the file at the next try', async () => {
  const storage = storeOnS3(required(readConfig({ S3_URL: s3.url }).s3, 'S3'), 400);
  const bytes = randomBytes(8 * 2 ** 20);
  s3.hang(true);
  await expect(put(storage, bytes)).rejects.toThrow(StorageError);
  await expect(storage.read('algo')).rejects.toThrow(StorageError);
  s3.hang(false);
  const key = await put(storage, bytes);
  expect((await read(storage, key))?.bytes.equals(bytes)).toBe(true);
});

test('a file of S3 that stops coming in the middle is given up', async () => {
  const storage = storeOnS3(required(readConfig({ S3_URL: s3.url }).s3, 'S3'), 400);
  const bytes = randomBytes(4 * 2 ** 20);
  const key = await put(storage, bytes);
  s3.halve(true);
  await expect(read(storage, key)).rejects.toThrow(StorageError);
  s3.halve(false);
  expect((await read(storage, key))?.bytes.equals(bytes)).toBe(true);
});

test('each signature is of the region that the settings name', async () => {
  const distant = await openFakeS3({ region: 'eu-south-2' });
  const there = openStorage(readConfig({ S3_URL: distant.url }));
  await there.check();
  expect(await read(there, await put(there, Buffer.from('hola')))).toMatchObject({ size: 4 });
  const elsewhere = openStorage(readConfig({ S3_URL: distant.url.replace(/region=[^&]+&/, '') }));
  await expect(elsewhere.check()).rejects.toThrow(StorageError);
  await distant.close();
});

test('a bucket that is not there has lost no file, and why it cannot be used is told', async () => {
  const storage = openStorage(readConfig({ S3_URL: s3.url.replace('archivos', 'otros') }));
  await expect(storage.read(newUuid())).rejects.toThrow(StorageError);
  await expect(storage.copy(newUuid(), newUuid())).rejects.toThrow(StorageError);
  await expect(storage.remove([newUuid()])).rejects.toThrow(StorageError);
  const cause = { message: expect.stringContaining('404 – NoSuchBucket') };
  await expect(storage.check()).rejects.toMatchObject({ cause });
});

test('an S3 where nobody listens, or without the bucket, cannot be used', async () => {
  for (const url of [
    s3.url.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:1'),
    s3.url.replace('archivos', 'otros'),
  ]) {
    const storage = openStorage(readConfig({ S3_URL: url }));
    await expect(storage.check()).rejects.toThrow(StorageError);
  }
});
