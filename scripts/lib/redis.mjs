import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onPath } from './find-program.mjs';
import { freePort } from './free-port.mjs';
import { endWithUs } from './run.mjs';

/** The program, Redis or Valkey; throws when this machine has neither. */
export function findRedis() {
  const program = onPath(['redis-server', 'valkey-server']);
  if (!program) {
    throw new Error('There is no Redis or Valkey on PATH: apt-get install redis-server');
  }
  return program;
}

/**
 * Starts a throw-away Redis that keeps nothing and gives its address; it goes with `stop`, or with this process. `crash`
 * ends it as a power switch does, `freeze` lets it hold its lines and say nothing, `resume` starts it again, empty, or goes on.
 */
export async function startRedis() {
  const program = findRedis();
  const home = mkdtempSync(join(tmpdir(), 'web-chat-redis-'));
  const port = await freePort();
  let server = await serve(program, home, port);
  let isFrozen = false;
  return {
    url: `redis://127.0.0.1:${port}`,
    async crash() {
      await server.stop('SIGKILL');
    },
    freeze() {
      isFrozen = true;
      server.child.kill('SIGSTOP');
    },
    async resume() {
      if (isFrozen) server.child.kill('SIGCONT');
      else server = await serve(program, home, port);
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
 * @param {string} home
 * @param {number} port
 */
async function serve(program, home, port) {
  const settings = { port, bind: '127.0.0.1', dir: home, save: '', appendonly: 'no' };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
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
