import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { inject } from 'vitest';
import { launch, type Program } from '../../lab/machines/program.ts';
import { Client } from '../../packages/server/test/client.ts';
import { makeRelease } from '../../scripts/lib/release.mjs';
import { run } from '../../scripts/lib/run.mjs';

export const administrator = { email: 'elena@empresa.local', password: 'elena-secreta' };

/** Whom the data of the tried installations belong to: nobody that this machine has a name for. */
export const owner = { uid: 4242, gid: 4242 };
export const isRoot = process.getuid?.() === 0;

// Nothing of the test's own settings, and the PATH that cron gives.
export const cronsEnvironment = { PATH: '/usr/bin:/bin' };

/** A folder with an unpacked release in it, above which there are no packages. */
export interface Unpacked {
  folder: string;
  archive: string;
  program: string;
  command: string;
  remove(): void;
}

/** The release of this run, in a folder: the file that needs it first makes it. */
async function releaseIn(folder: string): Promise<string> {
  const releases = inject('releases');
  const [made] = readdirSync(releases);
  if (made) {
    linkSync(join(releases, made), join(folder, made));
    return join(folder, made);
  }
  const { file } = await makeRelease(folder);
  // A name of its own first, because another file may put the same there at this moment.
  linkSync(file, `${file}.shared`);
  renameSync(`${file}.shared`, join(releases, basename(file)));
  return file;
}

export async function unpackRelease(): Promise<Unpacked> {
  const folder = mkdtempSync(join(tmpdir(), 'web-chat-release-'));
  // Other users than the one who unpacks the archive run its program.
  chmodSync(folder, 0o755);
  const file = await releaseIn(folder);
  const { code, output } = await run('tar', ['-xzf', file, '-C', folder]);
  if (code !== 0) throw new Error(output);
  const program = join(folder, basename(file, '.tar.gz'));
  return {
    folder,
    archive: file,
    program,
    command: join(program, 'bin/web-chat'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const LIMIT_MB = 512;
const [groups, limit] = existsSync('/sys/fs/cgroup/memory')
  ? ['/sys/fs/cgroup/memory', 'memory.limit_in_bytes']
  : ['/sys/fs/cgroup', 'memory.max'];

/** A limit of memory for a command and all that it starts; undefined where this machine lets nobody set one. */
export function limitMemory(): { before: string[]; lift(): void } | undefined {
  const group = join(groups, `web-chat-test-${process.pid}`);
  try {
    mkdirSync(group, { recursive: true });
    writeFileSync(join(group, limit), String(LIMIT_MB * 2 ** 20));
  } catch {
    return undefined;
  }
  // Whoever writes there moves itself; what it becomes stays.
  const before = ['sh', '-c', `echo $$ > ${group}/cgroup.procs && exec "$@"`, 'limited'];
  return { before, lift: () => rmdirSync(group) };
}

/** Starts a server by the installation's command and waits until it serves. */
export async function startServer(
  words: string[],
  how: { uid?: number; gid?: number } = {},
): Promise<{ url: string; program: Program }> {
  const [command = '', ...args] = words;
  const program = launch(command, args, {
    ...how,
    cwd: '/',
    env: { ...cronsEnvironment },
    readyWhen: /está en (http:\/\/\S+)/,
  });
  const [, url = ''] = await program.ready;
  return { url, program };
}

export async function stopServer({ child, ended }: Program): Promise<number | null> {
  child.kill('SIGTERM');
  await ended;
  return child.exitCode;
}

/** The first administrator's first page. */
export async function signInAt(url: string): Promise<number> {
  const client = await new Client(url).signIn(administrator.email, administrator.password);
  return (await client.request('GET', '/chats')).status;
}
