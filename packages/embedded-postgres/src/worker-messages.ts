import type { MessagePort } from 'node:worker_threads';

/** Start parameters of the worker. */
export interface WorkerInput {
  folder: string;
}

/**
 * A new connection (the engine has one session, so it replaces the one before); the wish for a copy of the cluster, to be
 * answered on `port`; or the wish to stop.
 */
export type ToWorker =
  | { kind: 'connect'; port: MessagePort }
  | { kind: 'copy'; target: string; port: MessagePort }
  | { kind: 'close' };

/** The result of a copy: an error, or undefined. */
export type CopyAnswer = string | undefined;

/** The engine takes connections; or it is lost, and the thread ends. */
export type FromWorker = { kind: 'ready' } | { kind: 'lost'; reason: string };
