import type { Mention } from '@chat/contract/messages/messages.schema';

/** A file that is about to be sent. */
export interface ChosenFile {
  file: File;
  /** What had been typed when it was pasted: it becomes the file's message (rules/composer 7). */
  text: string;
  /** Who is mentioned in that text. */
  mentions?: Mention[] | undefined;
  /** Puts that text back when nothing is sent. */
  giveBack?: (() => void) | undefined;
}

/** The file in what is pasted; of text that office programs copy with a picture of it, the text is meant. */
export function pastedFile(data: DataTransfer): File | undefined {
  const [file] = data.files;
  const isPictureOfText = file?.type.startsWith('image/') && data.getData('text/plain') !== '';
  return isPictureOfText ? undefined : file;
}
