import type { Message } from '@chat/contract/messages';
import { useEffect } from 'react';
import { create } from 'zustand';
import { lateComponent } from '../../../shared/ui/late-part.tsx';
import { useFetchedWhenIdle } from '../../../shared/when-settled.ts';
import type { ShownImage } from './image-dialog.tsx';
import { canShowWhole, smallOf, thumbnailOf } from './pictures.ts';

interface Preview {
  messageId: string | null;
  /** The id of the viewer's own message that was still being sent when its image was opened. */
  referenceId: string | null;
}

/** The message whose image is open, if any. The preview outlives the message's row, which scrolling may remove. */
export const usePreview = create<Preview>(() => ({ messageId: null, referenceId: null }));

export const openPreview = (messageId: string): void =>
  usePreview.setState({ messageId, referenceId: null });
export const openOwnPreview = (referenceId: string): void =>
  usePreview.setState({ messageId: null, referenceId });
export const closePreview = (): void => usePreview.setState({ messageId: null, referenceId: null });

const { load, Late: ImageDialog } = lateComponent(
  async () => (await import('./image-dialog.tsx')).ImageDialog,
);

interface ImagePreviewProps {
  messages: Message[];
  viewerId: string;
  /** The image of the viewer's own message on its way, as it is on this computer. */
  own: ShownImage | undefined;
}

/** One for all messages of a conversation; it closes when the message it shows is deleted. */
export function ImagePreview({ messages, viewerId, own }: ImagePreviewProps) {
  const { messageId, referenceId } = usePreview();
  useFetchedWhenIdle(load);
  useEffect(() => closePreview, []);
  if (!messageId && !referenceId) return null;
  const message = messages.find((one) =>
    messageId
      ? one.uuid === messageId
      : one.referenceId === referenceId && one.senderId === viewerId,
  );
  const image = (message && imageOf(message)) ?? own;
  if (!image) return null;
  return <ImageDialog image={image} onClose={closePreview} />;
}

function imageOf(message: Message): ShownImage | undefined {
  const { mediaUrl: url, fileName: name, mimeType } = message;
  if (!url) return undefined;
  const { mediaWidth: width, mediaHeight: height } = message;
  return canShowWhole(message)
    ? { src: url, behind: smallOf(message, url), url, name, mimeType, width, height }
    : { src: thumbnailOf(url), url, name, mimeType };
}
