import { createHmac, hkdfSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { listAuditEvents } from '@chat/contract/audit';
import { blockUser } from '@chat/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  chained,
  quickAudit,
  writeEarlierEntries,
  writeEntries,
} from '../../../../test/audit-chain.ts';
import { beforeStatement } from '../../../../test/before-statement.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { registerPerson } from '../../../../test/cast.ts';
import { createTestDatabase } from '../../../../test/database.ts';
import { sql } from '../../../db/database.ts';
import { installationKeyOf } from '../../../security/installation-key.ts';
import { findUnchained } from './chain.queries.ts';
import { readHead } from './head.ts';
import { openChainKeys } from './seal.ts';
import { exportAudit, verifyChain } from './verify.ts';

const KEY = 'the-installation-key-of-all-tests';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ timing: quickAudit });
});
afterAll(() => app.close());

async function verify({ ctx }: TestApp) {
  const { db, config, installationKey } = ctx;
  return verifyChain(db, await openChainKeys(db, installationKey), config);
}

test('an entry of the API has its address and, once it is chained, its hash and the one before', async () => {
  const { uuid } = await registerPerson(app, 'zoe');
  await app.elena.call(blockUser, { params: { userId: uuid } });
  await chained(app.ctx.db);
  const { content } = await app.elena.call(listAuditEvents, {});
  const [newest, before] = content;
  expect(newest).toMatchObject({
    action: 'USER_BLOCKED',
    address: '127.0.0.1',
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    previousHash: before?.hash,
  });
});

test('a hash is that of the exported line without it, under a key that follows from the installation’s', async () => {
  await chained(app.ctx.db);
  const { lines } = await exportAudit(app.ctx);
  const key = Buffer.from(hkdfSync('sha256', KEY, '', 'web-chat audit chain', 32));
  let previous = '0'.repeat(64);
  const hashed = lines.filter((line) => JSON.parse(line).hash !== null);
  expect(hashed.length).toBeGreaterThan(1);
  for (const line of hashed) {
    const { hash, previousHash } = JSON.parse(line);
    expect(previousHash).toBe(previous);
    const text = line.replace(`,"hash":"${hash}"}`, '}');
    expect(createHmac('sha256', key).update(text).digest('hex')).toBe(hash);
    previous = hash;
  }
});

test('an export leaves nothing out that is chained while it is written', async () => {
  const { db } = app.ctx;
  await chained(db);
  beforeStatement(db, 'order by k.number', async () => {
    await writeEntries(db, 3, 'meanwhile');
    beforeStatement(db, 'l.event_id = u.id', () => chained(db));
  });
  const { lines } = await exportAudit(app.ctx);
  const details = lines.map((line) => JSON.parse(line).detail).filter((one) => one !== null);
  expect(details.filter((one: string) => one.startsWith('meanwhile'))).toEqual([
    'meanwhile 1',
    'meanwhile 2',
    'meanwhile 3',
  ]);
});

test('the example of docs/audit.md is right', async () => {
  const page = await readFile(new URL('../../../../../../docs/audit.md', import.meta.url), 'utf8');
  const [, lines = ''] = /```json\n(.*?)```/s.exec(page) ?? [];
  const line = lines.replaceAll('\n', '');
  const [exported = ''] = (await exportAudit(app.ctx)).lines;
  expect(Object.keys(JSON.parse(line))).toEqual(Object.keys(JSON.parse(exported)));
  const [, text = ''] = /AUDIT_KEY=([\w-]+)/.exec(page) ?? [];
  const { hash } = JSON.parse(line);
  const key = installationKeyOf(text).derive('audit chain');
  const entry = line.replace(`,"hash":"${hash}"}`, '}');
  expect(createHmac('sha256', key).update(entry).digest('hex')).toBe(hash);
  expect(page).toContain(key.toString('hex'));
});

test('entries from before are chained at the first start, in their order, and the head follows', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  await writeEarlierEntries(db, 450);
  const first = await findUnchained(db, 10);
  expect(first.rows).toHaveLength(10);
  const upgraded = await startApp({ timing: quickAudit }, { database });
  const last = await chained(db);
  expect(last).toBeGreaterThanOrEqual(450);
  expect(await verify(upgraded)).toEqual({ count: last });
  const numbers = await db.many<{ number: number; detail: string }>(sql`
    select k.number, e.detail from audit_chain k join audit_events e on e.id = k.event_id
    where e.detail like 'from before %' order by k.number`);
  expect(numbers.map(({ detail }) => detail)).toEqual(
    Array.from({ length: 450 }, (_, n) => `from before ${n + 1}`),
  );
  await expect.poll(async () => (await readHead(upgraded.ctx.config.dataDir))?.number).toBe(last);
  await upgraded.close();
});
