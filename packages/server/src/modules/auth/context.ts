import type { Viewer } from '../../http/viewer.ts';
import type { ChatContext } from '../chat/context.ts';
import type { Sessions } from './sessions.ts';

export interface AuthContext extends ChatContext {
  sessions: Sessions;
  presence: {
    /** The session's connections are no more: the user is OFFLINE unless another session is connected. */
    loggedOut(viewer: Viewer): Promise<void>;
  };
}
