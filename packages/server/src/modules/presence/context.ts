import type { LiveSocket } from '../../realtime/live-sockets.ts';

/** Somebody whose last visible socket was lost, and who is not back. */
export interface LostLook {
  userId: number;
  until: Date;
  /** The process ended without a word: that was noticed late. */
  isOrphan: boolean;
}

/** These people, or all whose page was at a process that has ended. */
export type LostAmong = number[] | 'ended';

/** The people who look at a page, stored where every process reads them before a push. */
export interface VisiblePages {
  /** The socket's page can be seen, or cannot; settles once that is written. */
  say(socket: LiveSocket, isVisible: boolean): Promise<void>;
  /** People whose last visible socket at any process was lost so long ago, until `noteFollowed`; 1,000 at a time. */
  findLost(graceMs: number, among: LostAmong): Promise<LostLook[]>;
  noteFollowed(lost: LostLook[]): Promise<void>;
  /** Sockets of processes that ended without a word are lost. False where there is no trace of such a process. */
  recoverOrphans(): Promise<boolean>;
  /** All that are visible here are lost. */
  close(): Promise<void>;
}
