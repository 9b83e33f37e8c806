import { spawn } from 'node:child_process';
import { inRepo } from './root.mjs';

/**
 * @typedef {{ code: number, output: string }} Ran
 * @typedef {import('node:child_process').SpawnOptions & { show?: boolean }} RunOptions
 */

// Colours are for people: a file that collects our output gets none.
const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: '0' };

/**
 * Runs a command, by default in the repository, and resolves with `{ code, output }`, whatever the
 * code is. Its output is collected unless `show` lets it through to the terminal.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Ran>}
 */
export function run(command, args, { env = {}, show = false, ...options } = {}) {
  const child = spawn(command, args, {
    cwd: inRepo(),
    ...options,
    env: { ...process.env, ...plain, ...env },
    stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
  });
  endWithUs(child);
  /** @type {Buffer[]} */
  const chunks = [];
  child.stdout?.on('data', (chunk) => chunks.push(chunk));
  child.stderr?.on('data', (chunk) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() });
    });
  });
}

/**
 * Runs a tool of node_modules, given by the file it starts with, in a Node of its own.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export function runTool(file, args, options) {
  return run(process.execPath, [inRepo('node_modules', file), ...args], options);
}

/**
 * Says what is being done, stays quiet about the rest, and ends everything when it fails. Standard output is left to
 * what comes afterwards, which may be a backup.
 *
 * @param {string} title
 * @param {() => Promise<Ran>} start
 */
export async function must(title, start) {
  console.error(`${title} …`);
  const { code, output } = await start();
  if (code === 0) return;
  console.error(`${output}\n${title}: failed`);
  process.exit(1);
}

/**
 * @typedef {import('node:child_process').ChildProcess} ChildProcess
 * @typedef {NodeJS.Signals} Signal
 */

/** @type {Map<ChildProcess, Signal>} */
const running = new Map();
/** @type {Map<Signal, number>} */
const exitCodes = new Map([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
]);

/**
 * A child never outlives this process, however this process ends.
 *
 * @param {ChildProcess} child
 * @param {Signal} [signal]
 */
export function endWithUs(child, signal = 'SIGTERM') {
  if (running.size === 0) listen();
  running.set(child, signal);
  child.once('close', () => forget(child));
  child.once('error', () => forget(child));
}

/**
 * Once no child is left, signals belong to what runs next in this process: the server.
 *
 * @param {ChildProcess} child
 */
function forget(child) {
  running.delete(child);
  if (running.size > 0) return;
  for (const name of exitCodes.keys()) process.off(name, exitOn);
  process.off('exit', endAll);
}

function listen() {
  for (const name of exitCodes.keys()) process.on(name, exitOn);
  process.on('exit', endAll);
}

/** @type {(() => Promise<void>) | undefined} */
let finish;

/**
 * For a program that ends its children in an order of its own: it gets the time for that, then this process ends with 0.
 *
 * @param {() => Promise<void>} end
 */
export function finishOnSignal(end) {
  finish = end;
}

/** @param {Signal} name */
async function exitOn(name) {
  if (!finish) process.exit(exitCodes.get(name));
  for (const signal of exitCodes.keys()) process.off(signal, exitOn).on(signal, () => {});
  await finish();
  process.exit(0);
}

function endAll() {
  for (const [child, signal] of running) child.kill(signal);
}
