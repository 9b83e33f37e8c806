import { spawn } from 'node:child_process';
import { inRepo } from './root.mjs';

const running = new Set();

/**
 * Runs a command in the repository and resolves with `{ code, output }`, whatever the code is.
 * Its output is collected unless `show` lets it through to the terminal.
 */
export function run(command, args, { cwd = inRepo(), env = {}, show = false } = {}) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    shell: process.platform === 'win32' && command === 'npm',
  });
  endWithUs(child);
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

/** Runs a tool of node_modules, given by the file it starts with, in a Node of its own. */
export function runTool(file, args, options) {
  return run(process.execPath, [inRepo('node_modules', file), ...args], options);
}

/** Says what is being done, stays quiet about the rest, and ends everything when it fails. */
export async function must(title, start) {
  console.log(`${title} …`);
  const { code, output } = await start();
  if (code === 0) return;
  console.error(`${output}\n${title}: failed`);
  process.exit(1);
}

/** A child never outlives this process, however this process ends. */
export function endWithUs(child) {
  if (running.size === 0) listen();
  running.add(child);
  child.once('close', () => {
    running.delete(child);
    if (running.size === 0) stopListening();
  });
}

const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

function listen() {
  for (const signal of Object.keys(signals)) process.on(signal, exitOn);
  process.on('exit', endAll);
}

// Once no child is left, signals belong to whoever runs next in this process: the server.
function stopListening() {
  for (const signal of Object.keys(signals)) process.off(signal, exitOn);
  process.off('exit', endAll);
}

function exitOn(signal) {
  process.exit(signals[signal]);
}

function endAll() {
  for (const child of running) child.kill('SIGTERM');
}
