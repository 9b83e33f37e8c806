import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onPath } from './find-program.mjs';
import { freePort } from './free-port.mjs';
import { onRealClock } from './moved-clock.mjs';
import { endWithUs } from './run.mjs';

/** The program, Redis or Valkey; throws when this machine has neither. */
export function findRedis() {
  const program = onPath(['redis-server', 'valkey-server']);
  if (!program) {
    throw new Error('There is no Redis or Valkey on PATH: apt-get install redis-server');
  }
  return program;
}

// The Redis that the chat needs (docs/operations.md).
const ALLOWED = ['~web-chat:*', '&web-chat:*', '+@all', '-@dangerous', '+info'];

/**
 * @typedef {object} Guard
 * @property {string} user
 * @property {string} password
 * @property {{ certificate: string, key: string }} [tls]
 */

/**
 * The arguments of a Redis that keeps nothing; with a guard it lets one user in alone, and speaks TLS where there is a
 * certificate.
 *
 * @param {string} home
 * @param {number} port
 * @param {Guard} [guard]
 */
export function redisArguments(home, port, { user, password, tls } = { user: '', password: '' }) {
  const places = tls
    ? ['--port', '0', '--tls-port', `${port}`, '--tls-auth-clients', 'no']
    : ['--port', `${port}`];
  return [
    ...['--bind', '127.0.0.1', '--dir', home, '--save', '', '--appendonly', 'no', ...places],
    ...(tls ? ['--tls-cert-file', tls.certificate, '--tls-key-file', tls.key] : []),
    ...(user ? ['--user', user, 'on', `>${password}`, ...ALLOWED] : []),
    ...(user ? ['--user', 'default', 'off'] : []),
  ];
}

/**
 * Its address.
 *
 * @param {number} port
 * @param {Guard} [guard]
 */
export function redisUrl(port, guard) {
  const who = guard ? `${guard.user}:${encodeURIComponent(guard.password)}@` : '';
  return `${guard?.tls ? 'rediss' : 'redis'}://${who}127.0.0.1:${port}`;
}

/**
 * Starts a throw-away Redis that keeps nothing and gives its address; it goes with `stop`, or with this process.
 * `crash` ends it as a power switch does, `freeze` lets it hold its lines and say nothing, `resume` starts it again,
 * empty, or goes on.
 *
 * @param {Guard} [guard]
 */
export async function startRedis(guard) {
  const program = findRedis();
  const home = mkdtempSync(join(tmpdir(), 'web-chat-redis-'));
  const port = await freePort();
  const args = redisArguments(home, port, guard);
  let server = await serve(program, args);
  let isFrozen = false;
  return {
    url: redisUrl(port, guard),
    async crash() {
      await server.stop('SIGKILL');
    },
    freeze() {
      isFrozen = true;
      server.child.kill('SIGSTOP');
    },
    async resume() {
      if (isFrozen) server.child.kill('SIGCONT');
      else server = await serve(program, args);
      isFrozen = false;
    },
    async stop() {
      await server.stop('SIGKILL');
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/**
 * @param {string} program
 * @param {string[]} args
 */
async function serve(program, args) {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: onRealClock(),
  });
  endWithUs(child, 'SIGKILL');
  const ended = new Promise((resolve) => child.once('close', resolve));
  /** @type {Promise<void>} */
  const ready = new Promise((resolve, reject) => {
    let said = '';
    child.once('error', reject);
    child.once('close', () => reject(new Error(`Redis did not start:\n${said}`)));
    child.stdout.on('data', (chunk) => {
      said = (said + chunk).slice(-10_000);
      if (/ready to accept connections/i.test(said)) resolve();
    });
  });
  await ready;
  return {
    child,
    /** @param {NodeJS.Signals} signal */
    stop(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
