import type { MessagePort } from 'node:worker_threads';

/** What the worker is started with. */
export interface WorkerInput {
  folder: string;
}

/** A new connection (the engine has one session, so it replaces the one before), or the wish to stop. */
export type ToWorker = { kind: 'connect'; port: MessagePort } | { kind: 'close' };

/** The engine takes connections; or it is lost, and the thread ends. */
export type FromWorker = { kind: 'ready' } | { kind: 'lost'; reason: string };
