import type { Message } from '@chat/contract/messages';
import { lateDialog } from '../../../shared/ui/late-dialog.tsx';

/** Where a message is to be sent on to. */
export const forwardDialog = lateDialog<Message>(
  async () => (await import('./components/forward-dialog.tsx')).ForwardDialog,
);
