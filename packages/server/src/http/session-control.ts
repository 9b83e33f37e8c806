import type { SessionEndReason } from '@chat/contract/auth';

/** Whose sessions end: one session's, a device's, or a user's but one. */
export type SessionScope =
  | { sessionId: number }
  | { deviceId: number }
  | { userId: number; except?: number };

/** Sessions as other operations use them; `modules/auth/sessions.ts` implements it. */
export interface SessionControl {
  /** Ends sessions, requests and sockets both, at every process. Call after the commit of what made them end. */
  end(scope: SessionScope, reason: SessionEndReason): Promise<void>;
  /** E-mail or rights of the users changed: read them again at the next call. */
  refresh(userIds: number[]): void;
}
