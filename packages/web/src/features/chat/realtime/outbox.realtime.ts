import type { Message } from '@chat/contract/messages';
import { onForget } from '../../../shared/forget-people.ts';
import { readSession, useSession } from '../../../shared/session.ts';
import { onRegistered } from '../../../shared/socket.ts';
import { sendUnreached } from '../outbox/api/send-message.ts';
import { loadOutbox, removeOutgoing } from '../outbox/outbox.ts';
import { isOutboxKey } from '../outbox/outbox-key.ts';
import type { ChatEvents } from './chat-events.ts';

/** Sends what is still to be sent once there is a network, for the signed-in user, once over all tabs. */
export function registerOutboxRealtime({ queryClient }: ChatEvents): void {
  const send = () => sendUnreached(queryClient);
  onRegistered(send);
  // A connection may outlive a short loss of network that a send did not.
  window.addEventListener('online', send);
  window.addEventListener('storage', ({ key }) => {
    if (isOutboxKey(key)) loadOutbox();
  });
  loadOutbox();
  useSession.subscribe((now, before) => {
    if (now.user?.uuid !== before.user?.uuid) loadOutbox();
  });
  // What is under way is broken off.
  onForget(loadOutbox);
}

/** `message`: the pending copy of an own one has done its work. */
export function settleOutgoing({ senderId, referenceId }: Message): void {
  if (referenceId && senderId === readSession().user?.uuid) removeOutgoing(referenceId);
}
