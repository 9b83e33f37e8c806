import type { Message } from '@chat/contract/messages';
import { lateDialog } from '../../../shared/ui/late-dialog.tsx';

/** Whether an own message is to be taken away. */
export const deleteOwnDialog = lateDialog<Message>(
  async () => (await import('./components/delete-own-dialog.tsx')).DeleteOwnDialog,
);
