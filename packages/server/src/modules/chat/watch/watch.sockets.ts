import { watchSignal } from '@chat/contract/events';
import type { Signals } from '../../../realtime/signals.ts';
import type { ChatContext } from '../context.ts';
import * as actions from './watch.actions.ts';

export function registerChatSignals(signals: Signals, ctx: ChatContext): void {
  signals.onSerially('watch', 'admin', watchSignal, ({ viewer, payload, socket }) =>
    actions.watchChat(ctx, viewer, payload.chatId, socket),
  );
  signals.onGone((socket) => actions.endWatches(ctx, socket));
  // In the turns of `watch`, so that it ends one that was emitted before it.
  signals.onSerially(
    'unwatch',
    'admin',
    watchSignal,
    ({ payload, socket }) => actions.unwatchChat(payload.chatId, socket),
    'watch',
  );
}
