import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listNotices } from '@chat/contract/system';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chained, quickAudit, tamper, writeEntries } from '../../../../test/audit-chain.ts';
import { ADMINISTRATOR, startApp, type TestApp } from '../../../../test/build-app.ts';
import { mountSmallDisk } from '../../../../test/small-disk.ts';
import { ConfigError } from '../../../config/env.ts';
import { sql } from '../../../db/database.ts';
import { chainOn } from '../chain/canonical.ts';
import { findFileProgress, findLast, findUnchained, insertLinks } from '../chain/chain.queries.ts';
import { openChainKeys } from '../chain/seal.ts';
import { exportAudit, verifyChain } from '../chain/verify.ts';

let folder: string;
let app: TestApp;
let first: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-file-'));
  first = join(folder, 'first.jsonl');
  app = await startApp({ auditFile: first, timing: quickAudit });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const isAppended = async () => (await findFileProgress(app.ctx.db)) === (await chained(app.ctx.db));

/** Goes on with the file of that name, once all stands in the one before. */
async function appendTo(path: string): Promise<void> {
  await expect.poll(isAppended).toBe(true);
  app = await app.restart(undefined, { auditFile: path });
}

const linesIn = async (path: string) =>
  (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');

/** The chain's lines behind that number. */
async function chainAfter(number: number): Promise<string[]> {
  await chained(app.ctx.db);
  const { lines } = await exportAudit(app.ctx, { number });
  return lines;
}

const lastNumber = () => chained(app.ctx.db);
const write = (count: number) => writeEntries(app.ctx.db, count);
const notices = async () => (await app.elena.call(listNotices, {})).content;
const behind = [
  expect.objectContaining({
    kind: 'AUDIT_FILE_BEHIND',
    isMore: false,
    entries: expect.any(Number),
  }),
];

test('each entry is appended as the line that an export has, from the first one on', async () => {
  await write(3);
  const all = await chainAfter(0);
  await expect.poll(() => linesIn(first)).toEqual(all);
  expect(all.length).toBeGreaterThan(3);
  await write(2);
  const more = await chainAfter(0);
  await expect.poll(() => linesIn(first)).toEqual(more);
  expect(await notices()).toEqual([]);
});

test('a file that was moved away is opened anew, and nothing is missing', async () => {
  const [path, away] = [join(folder, 'rotated.jsonl'), join(folder, 'rotated.1.jsonl')];
  const before = await lastNumber();
  await appendTo(path);
  await write(3);
  const earlier = await chainAfter(before);
  await expect.poll(() => linesIn(path)).toEqual(earlier);
  await rename(path, away);
  await write(3);
  const all = await chainAfter(before);
  await expect.poll(async () => [...(await linesIn(away)), ...(await linesIn(path))]).toEqual(all);
});

test('a file that is removed, or emptied in its place, goes on with what follows', async () => {
  const path = join(folder, 'emptied.jsonl');
  await appendTo(path);
  for (const take of [() => rm(path), () => truncate(path, 0)]) {
    await write(2);
    await expect.poll(isAppended).toBe(true);
    await take();
    const before = await lastNumber();
    await write(3);
    const rest = await chainAfter(before);
    await expect.poll(async () => linesIn(path).catch(() => [])).toEqual(rest);
  }
});

test('behind a link each entry goes to the file that the link names by then', async () => {
  const path = join(folder, 'link');
  const [one, other] = [join(folder, 'of-link.1.jsonl'), join(folder, 'of-link.2.jsonl')];
  await symlink(one, path);
  const before = await lastNumber();
  await appendTo(path);
  await write(2);
  const first = await chainAfter(before);
  await expect.poll(() => linesIn(one)).toEqual(first);
  await symlink(other, `${path}.new`);
  await rename(`${path}.new`, path);
  const middle = await lastNumber();
  await write(2);
  const second = await chainAfter(middle);
  await expect.poll(() => linesIn(other).catch(() => [])).toEqual(second);
});

test('an entry stays one line, whatever ends of lines it has', async () => {
  const path = join(folder, 'odd.jsonl');
  const before = await lastNumber();
  await appendTo(path);
  const odd = 'uno\ndos\r\ntres\u2028cuatro\u2029cinco\u0085"\\';
  await writeEntries(app.ctx.db, 1, odd);
  const lines = await chainAfter(before);
  await expect.poll(() => linesIn(path)).toEqual(lines);
  expect(JSON.parse(lines.at(-1) ?? '').detail).toBe(`${odd} 1`);
});

test('what a kill left torn is written whole, and what stands there is not written twice', async () => {
  const path = join(folder, 'torn.jsonl');
  const before = await lastNumber();
  await appendTo(path);
  await write(4);
  const all = await chainAfter(before);
  await expect.poll(() => linesIn(path)).toEqual(all);
  app = await app.restart(async () => {
    const { length } = await readFile(path);
    await truncate(path, length - 20);
  });
  // Killed after it had written, before it noted so.
  await app.ctx.db.run(sql`update audit_file_progress set number = ${before}`);
  await write(1);
  const more = await chainAfter(before);
  await expect.poll(() => linesIn(path)).toEqual(more);
});

test('the line of another program that was not ended stays as it is', async () => {
  const path = join(folder, 'foreign.jsonl');
  await writeFile(path, 'una línea sin final');
  const before = await lastNumber();
  await appendTo(path);
  await write(1);
  const own = await chainAfter(before);
  await expect.poll(() => linesIn(path)).toEqual(['una línea sin final', ...own]);
});

test('a full disk stops nothing: a notice tells, and once there is room all lines are there whole', async () => {
  const disk = mountSmallDisk(1);
  if (!disk) return;
  const path = join(disk.folder, 'audit.jsonl');
  const before = await lastNumber();
  await appendTo(path);
  disk.fill(4096);
  await write(40);
  await expect.poll(notices).toEqual(behind);
  disk.clear();
  const all = await chainAfter(before);
  await expect.poll(() => linesIn(path)).toEqual(all);
  await expect.poll(notices).toEqual([]);
  await appendTo(join(folder, 'after.jsonl'));
  disk.remove();
}, 60_000);

/** Reads a pipe until it is stopped. */
function readPipe(path: string) {
  const reader = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  reader.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  return {
    pause: () => reader.kill('SIGSTOP'),
    goOn: () => reader.kill('SIGCONT'),
    lines: () => text.split('\n').filter((line) => line !== ''),
    async stop() {
      reader.kill();
      if (reader.exitCode === null && reader.signalCode === null) await once(reader, 'exit');
    },
  };
}

test('a named pipe without a reader, or with a slow one, stops nothing either; each reader gets what the one before did not', async () => {
  const path = join(folder, 'audit.pipe');
  expect(spawnSync('mkfifo', [path]).status).toBe(0);
  const before = await lastNumber();
  await appendTo(path);
  // The oldest of them is 9 s old: longer than a file may be behind.
  await write(10);
  await expect.poll(notices).toEqual(behind);
  const one = readPipe(path);
  const all = await chainAfter(before);
  await expect.poll(one.lines).toEqual(all);
  one.pause();
  // More than a pipe takes.
  await write(700);
  await expect.poll(notices).toEqual(behind);
  await app.signIn(ADMINISTRATOR);
  one.goOn();
  const more = await chainAfter(before);
  await expect.poll(one.lines).toEqual(more);
  await one.stop();
  const seen = await lastNumber();
  await write(700);
  const rest = await chainAfter(seen);
  const other = readPipe(path);
  await expect.poll(other.lines).toEqual(rest);
  await expect.poll(notices).toEqual([]);
  await appendTo(join(folder, 'after-pipe.jsonl'));
  await other.stop();
}, 60_000);

test('entries cut off the end are found by the file alone, also once others follow', async () => {
  const path = join(folder, 'witness.jsonl');
  await appendTo(path);
  await write(3);
  await expect.poll(isAppended).toBe(true);
  const last = await lastNumber();
  const keys = await openChainKeys(app.ctx.db, app.ctx.installationKey);
  // A folder that has never seen the chain.
  const known = { dataDir: folder, auditFile: path };
  expect(await verifyChain(app.ctx.db, keys, known)).toEqual({ count: last });
  const found: unknown[] = [];
  const undone = new Error('undone');
  const going = app.ctx.db.transaction(async (tx) => {
    await tamper(
      tx,
      sql`delete from audit_chain where number = ${last}`,
      sql`delete from audit_events e where not exists (select from audit_chain where event_id = e.id)`,
    );
    found.push(await verifyChain(tx, keys, known));
    await writeEntries(tx, 1);
    const { rows } = await findUnchained(tx, 10);
    await insertLinks(tx, chainOn(keys.present, await findLast(tx), rows));
    found.push(await verifyChain(tx, keys, known));
    throw undone;
  });
  await expect(going).rejects.toBe(undone);
  expect(found).toEqual([
    { kind: 'Missing', entry: last },
    { kind: 'NotInAuditFile', entry: last },
  ]);
});

test('a file that cannot be opened stops the start, with one line', async () => {
  const isFolder = join(folder, 'folder');
  await mkdir(isFolder);
  for (const path of [
    isFolder,
    join(folder, 'nowhere', 'audit.jsonl'),
    join(folder, 'after.jsonl', 'a'),
  ]) {
    const refusal = await startApp({ auditFile: path }).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(ConfigError);
    expect(String(refusal)).toMatch(
      /AUDIT_FILE vale ".*"; debe ser la ruta de un archivo o de una tubería con nombre donde este usuario pueda leer y escribir\.$/,
    );
  }
});
