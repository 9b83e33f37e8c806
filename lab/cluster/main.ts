import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { finishOnSignal } from '../../scripts/lib/run.mjs';
import { administrator } from '../machines/application.ts';
import { type Cluster, startCluster } from '../machines/cluster.ts';
import { messageOf } from '../support/helpers.ts';

export interface Options {
  port: number;
  processes: number;
  /** Undefined: a temporary one. */
  data: string | undefined;
}

export const help = `npm run cluster -- [options]

Starts on this machine what a large company runs on many: PostgreSQL, Redis, an S3-compatible store, several processes
of the chat, and nginx in front of them with the example of deploy/. For trying and for tests, not for real data.

  --port 8080          where people come in
  --processes 3        processes of the chat
  --data <folder>      keeps everything there and goes on with it next time (else a folder that goes at the end)
  --help`;

const flags = {
  port: { type: 'string', default: '8080' },
  processes: { type: 'string', default: '3' },
  data: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

/** The options of the command line; undefined when it asked for help. Throws for options that make no sense. */
export function readOptions(args: string[]): Options | undefined {
  const { port, processes, data, help: isHelp } = parseArgs({ args, options: flags }).values;
  if (isHelp) return undefined;
  return {
    port: between('port', port, 1, 65_535),
    processes: between('processes', processes, 1, 16),
    data,
  };
}

function between(name: string, given: string, least: number, most: number): number {
  const number = Number(given);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new Error(`--${name} takes a whole number from ${least} to ${most}, not ${given}`);
}

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
