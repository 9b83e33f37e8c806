import type { SessionEndReason } from '@chat/contract/session';
import type { Authenticate, SessionControl, Viewer } from '../../http/viewer.ts';
import type { PeopleCache } from '../../realtime/publish.ts';
import type { ChatContext } from '../chat/context.ts';
import type { NewSession } from './auth.queries.ts';
import type { CodeChecks } from './two-steps/codes.ts';

/** Live sessions (rules/sessions 4): found from memory on every call, kept in the database, ended everywhere at once. */
export interface Sessions extends Required<Omit<PeopleCache, 'evictHours'>>, SessionControl {
  /**
   * A new session's token, which only the answer carries: the database has its hash. Undefined when the user may not
   * come in any more as they were checked.
   */
  start(session: NewSession): Promise<string | undefined>;
  /** The viewer of a live token; finding it is a use of the session. */
  find: Authenticate;
  /** The viewer of a live session's cookie for files. */
  findByCookie: Authenticate;
  /** Why the session of a token is over; undefined where nobody knows any more. */
  whyEnded(token: string): Promise<SessionEndReason | undefined>;
  /** The viewer's sessions that are not over, with the uses that are not stored yet. */
  withLastUses<Row extends LastUse>(viewer: Viewer, rows: Row[]): Row[];
  close(): Promise<void>;
}

export interface LastUse {
  sessionId: number;
  createdAt: Date;
  lastUsedAt: Date;
}

/** The parts that signing in and sessions need beside those of the chat. */
export interface AuthContext extends ChatContext {
  sessions: Sessions;
  /** Asked once the password was right. */
  secondStep: CodeChecks;
  presence: {
    /** The session's connections are no more: the user is OFFLINE unless another session is connected. */
    loggedOut(person: Pick<Viewer, 'id' | 'uuid' | 'sessionId'>): Promise<void>;
  };
}
