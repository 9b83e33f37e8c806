import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { copyCluster } from './copy-cluster.ts';
import { ensureCluster } from './create-cluster.ts';
import { EngineSession, startEngine } from './engine-session.ts';
import type { CopyAnswer, FromWorker, ToWorker, WorkerInput } from './engine-thread.ts';

/** The exit status of the engine's own error handling, which is no failure. */
const LONGJMP_STATUS = 100;

let lastComplaint = '';
const noteComplaint = (line: string) => {
  if (/PANIC|FATAL/.test(line)) lastComplaint = line;
};

const { folder }: WorkerInput = workerData;
await ensureCluster(folder);
const engine = await startEngine(folder, noteComplaint);
doNotOutliveFailures(engine);
const session = new EngineSession(engine, giveUp);

parentPort?.on('message', (message: ToWorker) => {
  if (message.kind === 'connect') session.serve(message.port);
  else if (message.kind === 'copy') copy(message.target, message.port);
  else void stop();
});
post({ kind: 'ready' });

function copy(target: string, port: MessagePort): void {
  let answer: CopyAnswer;
  try {
    copyCluster(folder, target);
  } catch (error) {
    answer = String(error);
  }
  port.postMessage(answer);
  port.close();
}

async function stop(): Promise<void> {
  session.close();
  await engine.close();
  parentPort?.close();
}

/**
 * PGlite swallows every exception of the engine and goes on, even after a PANIC such as a failed fsync, or a fault of
 * WebAssembly, although the engine's memory and commits can no longer be trusted. Only a new start with recovery helps.
 */
function doNotOutliveFailures({ Module: module }: PGlite): void {
  const step = module._PostgresMainLoopOnce;
  module._PostgresMainLoopOnce = () => {
    try {
      step();
    } catch (error) {
      if (isLongjmp(error)) throw error;
      giveUp(error);
    }
  };
}

const isLongjmp = (error: unknown) =>
  typeof error === 'object' &&
  error !== null &&
  'status' in error &&
  error.status === LONGJMP_STATUS;

function giveUp(error: unknown): never {
  post({ kind: 'lost', reason: lastComplaint || String(error) });
  process.exit(1);
}

function post(message: FromWorker): void {
  parentPort?.postMessage(message);
}
