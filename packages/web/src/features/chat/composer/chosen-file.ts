import type { Mention } from '@chat/contract/messages';

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
