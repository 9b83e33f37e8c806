import type { Message } from '@chat/contract/messages';
import { filesTexts } from '../files.texts.ts';
import { FileCard } from './file-card.tsx';
import { MessageAudio } from './message-audio.tsx';
import { MessageImage } from './message-image.tsx';
import { MessageVideo } from './message-video.tsx';

/** The file of a message, seen where it can be seen, to be downloaded otherwise (rules/files 17, 18). */
export function MessageMedia({ message }: { message: Message }) {
  const { type, mediaUrl, fileName, fileSize, mimeType } = message;
  if (!mediaUrl) return null;
  const name = fileName ?? filesTexts.unnamed;
  const card = <FileCard type={type} name={name} size={fileSize} url={mediaUrl} />;
  if (type === 'IMAGE') {
    return <MessageImage message={message} url={mediaUrl} name={name} fallback={card} />;
  }
  if (type === 'VIDEO') return <MessageVideo url={mediaUrl} name={name} fallback={card} />;
  if (mimeType?.startsWith('audio/')) {
    return <MessageAudio message={message} name={name} fallback={card} />;
  }
  return card;
}
