import type { Message } from '@chat/contract/messages';
import { lateComponent } from '../../../shared/ui/late-part.tsx';
import { createOpened } from '../../../shared/ui/opened.ts';
import { useFetchedWhenIdle } from '../../../shared/when-settled.ts';
import type { ShownImage } from './image-dialog.tsx';
import { canShowWhole, smallOf, thumbnailOf } from './pictures.ts';

/** A message; by its reference when it was the viewer's own and still being sent. */
interface Preview {
  messageId?: string;
  referenceId?: string;
}

/** The message whose image is open. */
export const preview = createOpened<Preview>();

export const openPreview = (messageId: string): void => preview.open({ messageId });
export const openOwnPreview = (referenceId: string): void => preview.open({ referenceId });

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
  const opened = preview.useOpened();
  useFetchedWhenIdle(load);
  if (!opened) return null;
  const { messageId, referenceId } = opened;
  const message = messages.find((one) =>
    messageId
      ? one.uuid === messageId
      : one.referenceId === referenceId && one.senderId === viewerId,
  );
  const image = (message && imageOf(message)) ?? own;
  if (!image) return null;
  return <ImageDialog image={image} onClose={preview.close} />;
}

function imageOf(message: Message): ShownImage | undefined {
  const { mediaUrl: url, fileName: name, mimeType } = message;
  if (!url) return undefined;
  const { mediaWidth: width, mediaHeight: height } = message;
  return canShowWhole(message)
    ? { src: url, behind: smallOf(message, url), url, name, mimeType, width, height }
    : { src: thumbnailOf(url), url, name, mimeType };
}
