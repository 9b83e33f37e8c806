import { receiptSignal } from '@chat/contract/events';
import type { Signals } from '../../../realtime/signals.ts';
import type { ChatContext } from '../context.ts';
import * as actions from './receipts.actions.ts';

export function registerReceiptSignals(signals: Signals, ctx: ChatContext): void {
  signals.on('delivered', 'registered', receiptSignal, ({ viewer, payload }) =>
    actions.markDelivered(ctx, viewer, payload),
  );
  signals.on('seen', 'registered', receiptSignal, ({ viewer, payload }) =>
    actions.markSeen(ctx, viewer, payload),
  );
}
