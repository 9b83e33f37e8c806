import type { LiveSocket } from '../../realtime/live-sockets.ts';

/** Somebody whose last visible socket was lost, and who is not back. */
export interface LostLook {
  userId: number;
  until: Date;
  /** The process ended without a word: that was noticed late. */
  isOrphan: boolean;
}

/** The people who look at a page, stored where every process reads them before a push. */
export interface VisiblePages {
  /** The socket's page can be seen, or cannot; settles once that is written. */
  say(socket: LiveSocket, isVisible: boolean): Promise<void>;
  /** People of any process whose last visible socket was lost so long ago, until `noteFollowed` is told of them. */
  findLost(graceMs: number): Promise<LostLook[]>;
  noteFollowed(lost: LostLook[]): Promise<void>;
  /** Sockets of processes that have ended without a word are lost, and what is long past is forgotten. */
  recoverOrphans(): Promise<void>;
  /** All that are visible here are lost. */
  close(): Promise<void>;
}
