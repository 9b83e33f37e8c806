import { randomBytes } from 'node:crypto';
import { deleteMessage } from '@chat/contract/messages';
import { fetchFile, sendFile, sentFile } from '../../packages/server/test/files.ts';
import { inRepo } from '../../scripts/lib/root.mjs';
import { run } from '../../scripts/lib/run.mjs';
import type { World } from './verdict.ts';

/** Runs `npm run backup` or `npm run restore` as an operator does. */
export function command(
  name: 'backup' | 'restore',
  args: string[],
  { dataDir, s3Url }: { dataDir: string; s3Url: string },
): ReturnType<typeof run> {
  const env = { DATA_DIR: dataDir, S3_URL: s3Url, DATABASE_URL: '', REDIS_URL: '' };
  return run(process.execPath, [inRepo('scripts', `${name}.mjs`), ...args], { cwd: dataDir, env });
}

/** A store whose keys are wrong, or without the bucket, is named, and nothing is taken for lost. */
export async function tryRefusals({ home, ceph, company, bucket, verdict }: World): Promise<void> {
  const [ana, bruno] = [company.person(0), company.person(1)];
  const kept = await sentFile(ana, company.chat, { bytes: randomBytes(100_000) });
  const wrong = {
    'wrong credentials': ceph.url({ name: bucket, secret: 'otra' }),
    'a missing bucket': ceph.url({ name: 'ninguno' }),
  };
  for (const [what, s3Url] of Object.entries(wrong)) {
    await company.moveTo(s3Url);
    const { status, message, errors } = await company.health();
    const isNamed = status === 503 && 'S3' in errors;
    verdict.add(`${what}: the health is 503 and names S3`, isNamed, message);
    const sent = await sendFile(ana, company.chat, { bytes: 'hola' });
    verdict.add(`${what}: an upload is 503`, sent.status === 503, sent.message);
    const read = await fetchFile(bruno, kept.mediaUrl);
    verdict.add(`${what}: a stored file is 503, not 404`, read.status === 503);
    const text = { type: 'TEXT', content: 'Hola' };
    const answered = await bruno.request('POST', `/chats/${company.chat}/messages`, text);
    verdict.add(`${what}: texts go on`, answered.status === 201);
    const to = `${home}/refused.tar`;
    const { code, output } = await command('backup', ['--to', to], { ...company, s3Url });
    const lines = output.trim().split('\n');
    const isOneLine = code === 1 && lines.length === 1 && /S3_URL/.test(output);
    verdict.add(`${what}: a backup ends with one line`, isOneLine, lines.at(0));
  }
  await company.moveTo(ceph.url({ name: bucket }));
  verdict.add('with the right settings it is well again', (await company.health()).status === 200);
  const params = { chatId: company.chat, messageId: kept.uuid };
  await company.boss.call(deleteMessage, { params });
}
