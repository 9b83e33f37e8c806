import type { Message } from '@chat/contract/messages';
import { lateDialog } from '../../../shared/ui/late-part.tsx';

/** Whether an own message is to be taken away. */
export const deleteOwnDialog = lateDialog<Message>(
  async () => (await import('../editing/delete-own-dialog.tsx')).DeleteOwnDialog,
);

/** Where a message is to be sent on to. */
export const forwardDialog = lateDialog<Message>(
  async () => (await import('../forward/forward-dialog.tsx')).ForwardDialog,
);

/** The people who have received and seen a message. */
export const informationDialog = lateDialog<Message>(
  async () => (await import('../information/information-dialog.tsx')).InformationDialog,
);

/** The earlier versions of a message. */
export const originalsDialog = lateDialog<Message>(
  async () => (await import('../information/originals-dialog.tsx')).OriginalsDialog,
);
