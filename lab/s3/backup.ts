import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '@chat/contract/messages';
import { fetchFile, fetchThumbnail, picture, sentFile } from '../../packages/server/test/files.ts';
import { Company } from './company.ts';
import { command } from './refusals.ts';
import type { World } from './verdict.ts';

const FILES = 30;
const REGION = 'eu-south-2';
const BUCKET = 'copia';

/** Some files, one of them a picture, and what their bytes are. */
async function fill({ people: [ana], chat }: Company): Promise<[Message, Buffer][]> {
  if (!ana) throw new Error('There is nobody');
  const sent: [Message, Buffer][] = [];
  for (let index = 0; index < FILES; index++) {
    const bytes = index === 0 ? await picture() : randomBytes(index * 20_000);
    const type = index === 0 ? 'IMAGE' : 'FILE';
    sent.push([await sentFile(ana, chat, { type, bytes }), bytes]);
  }
  return sent;
}

/** A backup holds what lies in the store; restored, another installation has it in a bucket of its own, in another region. */
export async function tryBackup(world: World): Promise<void> {
  const { home, ceph, company, bucket, verdict } = world;
  const sent = await fill(company);
  const file = join(home, 'copia.tar');
  const from = { dataDir: company.dataDir, s3Url: ceph.url({ name: bucket }) };
  const made = await command('backup', ['--to', file], from);
  verdict.add('a backup is made while the server runs', made.code === 0, firstLine(made.output));

  await ceph.moveTo(REGION);
  await ceph.killGateway();
  await ceph.startGateway();
  const [isThere, isElsewhere] = [
    await ceph.createBucket(BUCKET, REGION),
    await ceph.createBucket('otra', 'eu-west-1'),
  ];
  verdict.add('the other bucket is of another region', isThere && !isElsewhere, REGION);
  const dataDir = join(home, 'restored');
  mkdirSync(dataDir);
  const s3Url = ceph.url({ name: BUCKET, region: REGION });
  const restored = await command('restore', [file], { dataDir, s3Url });
  verdict.add('it is restored into that', restored.code === 0, firstLine(restored.output));
  const second = await Company.open(dataDir, s3Url, company);
  await tryRestored(world, second, sent);
  await second.application.stop();
}

async function tryRestored(
  { ceph, bucket, verdict }: World,
  second: Company,
  sent: [Message, Buffer][],
): Promise<void> {
  const ana = second.person(0);
  verdict.add('its health is well', (await second.health()).status === 200);
  const same = await Promise.all(
    sent.map(async ([{ mediaUrl }, bytes]) => (await fetchFile(ana, mediaUrl)).bytes.equals(bytes)),
  );
  verdict.add('all files are there, the same to the byte', !same.includes(false), `${same.length}`);
  const small = await fetchThumbnail(ana, sent[0]?.[0].mediaUrl ?? null);
  verdict.add('and the thumbnail', small.status === 200);
  const bytes = randomBytes(500_000);
  const more = await sentFile(ana, second.chat, { bytes });
  const read = await fetchFile(second.person(1), more.mediaUrl);
  verdict.add('a file is sent and read in that region', read.bytes.equals(bytes));
  const [first, other] = [await ceph.keysIn(bucket), await ceph.keysIn(BUCKET)];
  const isOwn = other.length === first.length + 1 && first.every((key) => other.includes(key));
  verdict.add('the two buckets are apart', isOwn, `${first.length} and ${other.length} objects`);
}

const firstLine = (output: string) =>
  output
    .trim()
    .split('\n')
    .at(0)
    ?.replace(/ \/\S+\//, ' ');
