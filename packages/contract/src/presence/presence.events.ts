import { z } from 'zod';
import { uuid } from '../shared/ids.ts';
import type { ConnectionStatus } from './presence.schema.ts';

export interface PresenceEvents {
  /** To administrators. */
  presence: (payload: { userId: string; connectionStatus: ConnectionStatus }) => void;
  typing: (payload: { chatId: string; userId: string; email: string }) => void;
}

export const typingSignal = z.object({ chatId: uuid });
