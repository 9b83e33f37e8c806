import { z } from 'zod';
import { uuid } from '../shared/ids.ts';

export type SessionEndReason = 'logout' | 'blocked' | 'deleted' | 'device' | 'password' | 'expired';

export interface AuthEvents {
  /** The session is over; the socket closes right after. */
  'session:ended': (payload: { reason: SessionEndReason }) => void;
}

/** First word of a socket; it must name the session's own user (rules/realtime 2). */
export const registerSignal = z.object({ accessToken: z.string(), userId: uuid });
