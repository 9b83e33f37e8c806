import type { Message } from '@chat/contract/messages';
import { lateDialog } from '../../../shared/ui/late-dialog.tsx';

/** Who has got and seen a message. */
export const informationDialog = lateDialog<Message>(
  async () => (await import('./components/information-dialog.tsx')).InformationDialog,
);
