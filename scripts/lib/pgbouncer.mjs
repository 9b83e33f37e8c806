import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPgBouncer } from './find-program.mjs';
import { freePort } from './free-port.mjs';
import { unprivilegedUser } from './postgres.mjs';
import { endWithUs } from './run.mjs';

/**
 * Starts a throw-away PgBouncer in transaction mode before a PostgreSQL server; gives the address by which the product
 * goes through it, and `send` gives the pooler a signal.
 *
 * @param {string} databaseUrl
 */
export async function startPgBouncer(databaseUrl) {
  const program = findPgBouncer();
  const home = mkdtempSync(join(tmpdir(), 'web-chat-pgbouncer-'));
  const server = new URL(databaseUrl);
  const port = await freePort();
  const file = join(home, 'pgbouncer.ini');
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=${server.hostname} port=${server.port} user=${server.username}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      // A test does not wait 15 s for the next attempt.
      'server_login_retry = 1',
    ].join('\n'),
  );
  const user = await unprivilegedUser();
  if (user) for (const path of [home, file]) chownSync(path, user.uid, user.gid);
  const child = spawn(program, [file], { cwd: home, stdio: ['ignore', 'ignore', 'pipe'], ...user });
  endWithUs(child, 'SIGKILL');
  const ended = new Promise((resolve) => child.once('close', resolve));
  let said = '';
  await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => reject(new Error(`PgBouncer did not start:\n${said}`)));
    child.stderr.on('data', (chunk) => {
      said = (said + chunk).slice(-10_000);
      if (said.includes('process up')) resolve(undefined);
    });
  });
  return {
    url: `postgres://${server.username}@127.0.0.1:${port}${server.pathname}?pgbouncer=true`,
    /** @param {NodeJS.Signals} signal */
    send: (signal) => void child.kill(signal),
    async stop() {
      child.kill('SIGKILL');
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}
