import type { Message } from '@chat/contract/messages';
import { lateDialog } from '../../../shared/ui/late-dialog.tsx';

/** What a message said before. */
export const originalsDialog = lateDialog<Message>(
  async () => (await import('./components/originals-dialog.tsx')).OriginalsDialog,
);
