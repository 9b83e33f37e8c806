import { watchSignal } from '@chat/contract/chats/chats.events';
import type { Context } from '../../context.ts';
import type { Signals } from '../../realtime/signals.ts';
import * as actions from './watch.actions.ts';

export function registerChatSignals(signals: Signals, ctx: Context): void {
  signals.onInTurn('watch', 'admin', watchSignal, ({ viewer, payload, socket }) =>
    actions.watchChat(ctx, viewer, payload.chatId, socket),
  );
  signals.onGone((socket) => actions.endWatches(ctx, socket));
  signals.on('unwatch', 'admin', watchSignal, ({ payload, socket }) =>
    actions.unwatchChat(payload.chatId, socket),
  );
}
