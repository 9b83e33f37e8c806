// Preloaded into a server under test: on SIGUSR2 it prints the longest stall of the event loop since the last SIGUSR2.
// A wait for a processor that other programs use does not count.
import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 5;

const waitedForProcessor = () =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;

if (isMainThread) {
  let longest = 0;
  let reports = 0;
  let last = { at: performance.now(), waited: waitedForProcessor() };
  setInterval(() => {
    const now = { at: performance.now(), waited: waitedForProcessor() };
    longest = Math.max(longest, now.at - last.at - EVERY_MS - (now.waited - last.waited));
    last = now;
  }, EVERY_MS).unref();
  process.on('SIGUSR2', () => {
    console.log(`report ${++reports}: longest stall ${longest.toFixed(1)} ms`);
    longest = 0;
  });
}
