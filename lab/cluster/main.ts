import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { finishOnSignal } from '../../scripts/lib/run.mjs';
import { administrator } from '../machines/application.ts';
import { type Cluster, startCluster } from '../machines/cluster.ts';
import { messageOf } from '../support/errors.ts';
import { help, type Options, readOptions } from './options.ts';

function openFolder(data: string | undefined): string {
  if (!data) {
    const folder = mkdtempSync(join(tmpdir(), 'web-chat-cluster-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }
  mkdirSync(data, { recursive: true });
  return resolve(data);
}

function present({ url, parts }: Cluster, folder: string): void {
  const lines = parts.map(([name, address]) => `  ${name.padEnd(16)} ${address}`);
  console.log(`
${url}   sign in as ${administrator.email} with ${administrator.password}

${lines.join('\n')}
  ${'data'.padEnd(16)} ${folder}

Ctrl+C ends all of it.`);
}

async function runCluster(options: Options): Promise<void> {
  const folder = openFolder(options.data);
  console.log('Starting …');
  const cluster = await startCluster({ ...options, folder });
  finishOnSignal(async () => {
    console.log('\nEnding …');
    await cluster.stop();
  });
  present(cluster, folder);
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options) await runCluster(options);
  else console.log(help);
} catch (error) {
  console.error(messageOf(error));
  process.exit(1);
}
