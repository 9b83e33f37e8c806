import type { MessagePort } from 'node:worker_threads';

/** Start parameters of the worker. */
export interface WorkerInput {
  folder: string;
}

/**
 * A new connection (the engine has one session, so it replaces the earlier one); a request for a copy of the cluster,
 * answered on `port`; or a request to stop.
 */
export type ToWorker =
  | { kind: 'connect'; port: MessagePort }
  | { kind: 'copy'; target: string; port: MessagePort }
  | { kind: 'close' };

/** The result of a copy: an error, or undefined. */
export type CopyAnswer = string | undefined;

/** The engine accepts connections; or the engine is lost, and the thread ends. */
export type FromWorker = { kind: 'ready' } | { kind: 'lost'; reason: string };
