import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ceph, missingCeph } from '../machines/ceph.ts';
import { messageOf } from '../support/helpers.ts';
import { tryBackup } from './backup.ts';
import { Company } from './company.ts';
import { tryFiles } from './files.ts';
import { tryOutages } from './outages.ts';
import { tryRefusals } from './refusals.ts';
import { Verdict } from './verdict.ts';

/** Where the files of the installation lie that is tried. */
const BUCKET = { name: 'archivos' };

async function tryAll(home: string, verdict: Verdict): Promise<void> {
  const started = performance.now();
  const ceph = await Ceph.start(join(home, 'ceph'));
  console.log(`Ceph serves after ${((performance.now() - started) / 1_000).toFixed(1)} s.`);
  // A bucket of the region that Ceph calls so itself; S3_URL names none.
  await ceph.createBucket(BUCKET.name, 'default');
  const company = await Company.found(join(home, 'chat'), ceph.url(BUCKET));
  const world = { home, ceph, company, bucket: BUCKET.name, verdict };
  const parts = { files: tryFiles, refusals: tryRefusals, backup: tryBackup, outages: tryOutages };
  for (const [name, part] of Object.entries(parts)) {
    console.log(`Trying ${name} …`);
    await part(world).catch((error) => verdict.add(`${name} to the end`, false, messageOf(error)));
  }
  await company.application.stop();
  await ceph.stop();
}

const missing = missingCeph();
if (missing) console.log(`Skipped. ${missing}`);
else {
  const home = mkdtempSync(join(tmpdir(), 'web-chat-s3-'));
  process.once('exit', () => rmSync(home, { recursive: true, force: true }));
  const verdict = new Verdict();
  try {
    await tryAll(home, verdict);
  } catch (error) {
    verdict.add('all of it starts', false, messageOf(error));
  }
  console.log(`\n${verdict.table()}`);
  // Whatever still runs ends with this process.
  process.exit(verdict.isGood ? 0 : 1);
}
