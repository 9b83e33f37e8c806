import type { Message } from '@chat/contract/messages/messages.schema';
import { lazy, Suspense, useEffect } from 'react';
import { useFetchedWhenIdle } from '../../../../shared/hooks/use-fetched-when-idle.ts';
import { closePreview, usePreview } from '../image-preview.ts';

const loadDialog = () => import('./image-dialog.tsx');
const ImageDialog = lazy(async () => ({ default: (await loadDialog()).ImageDialog }));

/** One for all messages of a conversation; it closes when the message it shows is deleted. */
export function ImagePreview({ messages }: { messages: Message[] }) {
  const messageId = usePreview((preview) => preview.messageId);
  const message = messageId ? messages.find(({ uuid }) => uuid === messageId) : undefined;
  useFetchedWhenIdle(loadDialog);
  useEffect(() => closePreview, []);
  if (!message?.mediaUrl) return null;
  return (
    <Suspense>
      <ImageDialog
        url={message.mediaUrl}
        name={message.fileName}
        width={message.mediaWidth}
        height={message.mediaHeight}
        onClose={closePreview}
      />
    </Suspense>
  );
}
