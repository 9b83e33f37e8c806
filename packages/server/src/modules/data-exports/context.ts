import type { erasedHider } from '../audit/list-audit.actions.ts';
import type { ChatContext } from '../chat/context.ts';

/** Makes ZIPs, beside whatever else the process does; one at a time, and each by one of several processes. */
export interface Exporter {
  /** Looks now and from time to time for one to make: also for those that an ended process was making. */
  start(): void;
  /** One was asked for just now. */
  wake(): void;
  /** Stops what is under way, for a later start or another process. */
  close(): Promise<void>;
}

/** Dependencies of what is handed over of a person, or of a conversation. */
export interface ExportContext extends ChatContext {
  exporter: Exporter;
}

export type ExportDeps = Pick<
  ChatContext,
  'config' | 'db' | 'log' | 'heartbeat' | 'storage' | 'staging' | 'processId'
> & { erasedHider: typeof erasedHider };
