import type { ChatContext } from '../chat/context.ts';
import type { Presence } from './presence.ts';

export interface PresenceContext extends ChatContext {
  presence: Presence;
}
