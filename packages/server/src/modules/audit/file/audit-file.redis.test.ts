import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chained, writeEntries } from '../../../../test/audit-chain.ts';
import { type Processes, startProcesses } from '../../../../test/processes.ts';
import { type ExportedTo, exportAudit } from '../chain/verify.ts';

let folder: string;
let processes: Processes;
let auditFile: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-file-'));
  auditFile = join(folder, 'audit.jsonl');
  processes = await startProcesses({ auditFile });
});
afterAll(async () => {
  await processes.close();
  await rm(folder, { recursive: true });
});

test('three processes write one file: each line once, whole, in the order of the chain', async () => {
  const { one, other } = processes;
  const third = await processes.start();
  for (let round = 0; round < 5; round++) {
    await Promise.all([one, other, third].map(({ ctx }) => writeEntries(ctx.db, 400)));
  }
  await third.close();
  await chained(one.ctx.db);
  const all: string[] = [];
  for (let after: ExportedTo | undefined = { number: 0 }; after; ) {
    const part: Awaited<ReturnType<typeof exportAudit>> = await exportAudit(one.ctx, after);
    all.push(...part.lines);
    after = part.next;
  }
  const written = async () => (await readFile(auditFile, 'utf8')).split('\n').slice(0, -1);
  await expect.poll(written).toEqual(all);
  expect(all.length).toBeGreaterThan(6_000);
});
