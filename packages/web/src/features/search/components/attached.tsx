import type { Message, MessageType } from '@chat/contract/messages';
import { File, Image, type LucideIcon, Video } from 'lucide-react';
import styles from './result-item.module.css';

const icons: Record<Exclude<MessageType, 'TEXT'>, LucideIcon> = {
  IMAGE: Image,
  VIDEO: Video,
  FILE: File,
};

/** What a message carries beside its text. */
export function Attached({ message: { type, fileName } }: { message: Message }) {
  if (type === 'TEXT' || fileName === null) return null;
  const Icon = icons[type];
  return (
    <span className={styles.attached} title={fileName}>
      <Icon aria-hidden="true" />
      <span className={styles.fileName}>{fileName}</span>
    </span>
  );
}
