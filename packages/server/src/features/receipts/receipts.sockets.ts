import { receiptSignal } from '@chat/contract/receipts/receipts.events';
import type { Context } from '../../context.ts';
import type { Signals } from '../../realtime/signals.ts';
import * as actions from './receipts.actions.ts';

export function registerReceiptSignals(signals: Signals, ctx: Context): void {
  signals.on('delivered', 'registered', receiptSignal, ({ viewer, payload }) =>
    actions.markDelivered(ctx, viewer, payload),
  );
  signals.on('seen', 'registered', receiptSignal, ({ viewer, payload }) =>
    actions.markSeen(ctx, viewer, payload),
  );
}
