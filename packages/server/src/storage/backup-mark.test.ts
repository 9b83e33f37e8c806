import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createInstallation } from '../../test/installation.ts';
import { backup } from '../commands/backup.ts';

test('a whole backup leaves its mark where the server finds it, one that fails leaves none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'web-chat-backups-'));
  const installation = await createInstallation({ database: 'migrated' });
  const app = await installation.start();
  const age = async () => {
    const text = await (await fetch(`${app.url}/api/metrics`)).text();
    return /^chat_backup_age_seconds (\S+)$/m.exec(text)?.[1];
  };
  const taken = join(folder, 'taken.tar');
  await writeFile(taken, 'something else');
  expect((await installation.run(backup, '--to', taken)).code).not.toBe(0);
  expect(await age()).toBe('+Inf');
  const before = Date.now();
  expect((await installation.run(backup, '--to', join(folder, 'whole.tar'))).code).toBe(0);
  expect(Number(await age())).toBeLessThanOrEqual((Date.now() - before) / 1_000);
  await app.close();
  await installation.remove();
  await rm(folder, { recursive: true });
});
