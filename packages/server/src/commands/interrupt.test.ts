import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInstallation, type Installation } from '../../test/installation.ts';
import { backup, restore } from './backup.ts';
import { backupTexts } from './commands.texts.ts';

const PATIENTLY_MS = 120_000;

let folder: string;
let source: Installation;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-chat-interrupted-'));
  source = await createInstallation({ database: 'migrated' });
  await (await source.start()).close();
}, PATIENTLY_MS);

afterAll(async () => {
  await source.remove();
  await rm(folder, { recursive: true });
});

/** Sends Ctrl+C as soon as the command listens for it. */
function interruptAtOnce(): void {
  const sendSignal = (name: string | symbol) => {
    if (name !== 'SIGINT') return;
    process.off('newListener', sendSignal);
    setImmediate(() => process.emit('SIGINT'));
  };
  process.on('newListener', sendSignal);
}

const refusal = { code: 1, said: backupTexts.interrupted };

test(
  'an interrupted backup leaves no file behind, and an interrupted restore no data',
  async () => {
    const file = join(folder, 'copia.tar');
    interruptAtOnce();
    expect(await source.run(backup, '--to', file)).toEqual(refusal);
    expect(await readdir(folder)).toEqual([]);

    expect((await source.run(backup, '--to', file)).code).toBe(0);
    const target = await createInstallation();
    try {
      interruptAtOnce();
      expect(await target.run(restore, file)).toEqual(refusal);
      const left = await readdir(target.dataDir);
      expect(left.filter((name) => /^(files|restoring|before)/.test(name))).toEqual([]);
    } finally {
      await target.remove();
    }
  },
  PATIENTLY_MS,
);
