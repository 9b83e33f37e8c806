import type { erasedHider } from '../audit/list-audit.actions.ts';
import type { ChatContext } from '../chat/context.ts';

/** The worker that makes ZIPs: one at a time in each process, and each by one process alone. */
export interface Exporter {
  /** Looks for ordered exports now and from time to time, also for those that an ended process was making. */
  start(): void;
  /** An export was just ordered. */
  wake(): void;
  /** Aborts the export in progress, which a later start or another process makes anew. */
  close(): Promise<void>;
}

/** Dependencies of the exports of a person and of a conversation. */
export interface ExportContext extends ChatContext {
  exporter: Exporter;
}

export type ExportDeps = Pick<
  ChatContext,
  'config' | 'db' | 'log' | 'heartbeat' | 'storage' | 'staging' | 'processId'
> & { erasedHider: typeof erasedHider };
