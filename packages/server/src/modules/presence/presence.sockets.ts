import { registerSignal, typingSignal, visibilitySignal } from '@chat/contract/events';
import { z } from 'zod';
import type { Signals } from '../../realtime/signals.ts';
import type { PresenceContext } from './presence.actions.ts';
import * as actions from './presence.actions.ts';

export function registerPresenceSignals(signals: Signals, ctx: PresenceContext): void {
  signals.onSerially('register', 'connected', registerSignal, ({ viewer, payload, socket }) =>
    actions.register(ctx, viewer, socket, payload),
  );
  // A ping only counts as a use of the session.
  signals.on('ping_server', 'connected', z.unknown(), () => {});
  signals.onSerially('visibility', 'registered', visibilitySignal, ({ payload, socket }) =>
    ctx.visiblePages.say(socket, payload.visible),
  );
  const mayPublish = actions.createTypingLimitOf(ctx);
  signals.onSerially('typing', 'registered', typingSignal, ({ viewer, payload }) =>
    actions.sendTyping(ctx, mayPublish, viewer, payload.chatId),
  );
}
