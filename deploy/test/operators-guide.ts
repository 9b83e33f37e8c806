import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { getPersonalChat } from '@chat/contract/chats';
import { test } from 'vitest';
import { Application, administrator } from '../../lab/machines/application.ts';
import { Client } from '../../packages/server/test/client.ts';
import { newestOf, sentFile } from '../../packages/server/test/files.ts';
import { onPath } from '../../scripts/lib/find-program.mjs';
import { freePort } from '../../scripts/lib/free-port.mjs';
import { inRepo } from '../../scripts/lib/root.mjs';
import { run } from '../../scripts/lib/run.mjs';

const guide = readFileSync(inRepo('docs/operations.md'), 'utf8');

/** The blocks of commands below a heading of the guide, as they stand there. */
export function commandsBelow(heading: string, language = 'sh'): string[] {
  const [, section = ''] = guide.split(new RegExp(`^##+ ${heading}\\n`, 'm'));
  const [text = ''] = section.split(/^##/m);
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, given]) => given === language)
    .map(([, , commands = '']) => commands);
}

/** A test with programs that this machine may not have, which is said in one line; in CI it must have them. */
export function testWith(...names: string[]): ReturnType<typeof testOnPath> {
  return testOnPath(process.env.PATH, names);
}

export function testOnPath(path: string | undefined, names: string[]) {
  const missing = names.filter((name) => !onPath([name], path));
  if (missing.length === 0) return test;
  const words = `There is no ${missing.join(', ')} on PATH: its commands are not carried out.`;
  if (process.env.CI) throw new Error(words);
  console.log(words);
  return test.skip;
}

/** A machine on which the guide's commands are carried out: its places lie in a folder of the test. */
export class Machine {
  readonly folder = mkdtempSync(join(tmpdir(), 'web-chat-operator-'));
  readonly #bin = join(this.folder, 'bin');
  readonly #home = join(this.folder, 'home');

  constructor() {
    // Another user may have to pass, such as PostgreSQL's.
    chmodSync(this.folder, 0o711);
    for (const name of ['bin', 'home', 'mnt/nas/wal', 'mnt/offsite', 'root', 'etc', 'tmp']) {
      mkdirSync(join(this.folder, name), { recursive: true });
    }
    this.#installCommand();
  }

  /** Gives the commands with their absolute paths inside this machine's folder. */
  here(commands: string): string {
    return commands.replaceAll(/(?<=[\s=':])\/(mnt|root|etc|tmp)\//g, `${this.folder}/$1/`);
  }

  /** Writes them into a shell, which ends at the first that fails; gives all that they say. */
  async carryOut(commands: string, settings: Record<string, string>): Promise<string> {
    const { PATH = process.env.PATH, ...more } = settings;
    const env = { PATH: `${this.#bin}${delimiter}${PATH}`, HOME: this.#home, ...more };
    const args = ['-euo', 'pipefail', '-c', this.here(commands)];
    const { code, output } = await run('bash', args, { cwd: this.folder, env });
    if (code !== 0) throw new Error(`${this.here(commands)}ended with ${code}:\n${output}`);
    return output;
  }

  async remove(): Promise<void> {
    // GnuPG leaves a process behind.
    await run('gpgconf', ['--kill', 'all'], { env: { HOME: this.#home } }).catch(() => undefined);
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** `web-chat`, on the server as it is built. */
  #installCommand(): void {
    const module = join(this.folder, 'web-chat.mjs');
    const server = inRepo('packages/server/dist/start.js');
    writeFileSync(
      module,
      `const [name, ...args] = process.argv.slice(2);
       await (await import(${JSON.stringify(server)})).runCommand(name, args);`,
    );
    const command = join(this.#bin, 'web-chat');
    writeFileSync(command, `#!/bin/sh\nexec ${process.execPath} ${module} "$@"\n`);
    chmodSync(command, 0o755);
  }
}

async function signIn(port: number): Promise<Client> {
  const client = new Client(`http://127.0.0.1:${port}`);
  return client.signIn(administrator.email, administrator.password);
}

/** The administrator sends themselves a file. */
export async function sendFileOn(port: number, fileName: string): Promise<void> {
  const elena = await signIn(port);
  const { content: chat } = await elena.call(getPersonalChat, {});
  await sentFile(elena, chat.uuid, { fileName, bytes: Buffer.alloc(300_000) });
}

/** The name of the file that they sent last. */
export async function lastFileOn(port: number): Promise<string | null | undefined> {
  const elena = await signIn(port);
  const { content: chat } = await elena.call(getPersonalChat, {});
  return (await newestOf(elena, chat.uuid))?.fileName;
}

/** A server, for as long as `work` takes. */
export async function whileServing<T>(
  dataDir: string,
  settings: Record<string, string>,
  work: (port: number) => Promise<T>,
): Promise<T> {
  const port = await freePort();
  const server = new Application({ dataDir, settings: { PORT: `${port}`, ...settings } });
  await server.start();
  try {
    return await work(port);
  } finally {
    await server.stop();
  }
}
