import type { MessageType } from '@chat/contract/messages';
import { Download, File as FileIcon, FileImage, FileVideo, type LucideIcon } from 'lucide-react';
import { formatSize } from '../../../shared/format/words.ts';
import styles from './file-card.module.css';
import { filesTexts } from './files.texts.ts';

interface FileCardProps {
  type: MessageType;
  name: string;
  size: number | null;
  /** Where it can be had; none while it has not been sent. */
  url?: string | null;
}

const icons: Record<MessageType, LucideIcon> = {
  TEXT: FileIcon,
  FILE: FileIcon,
  IMAGE: FileImage,
  VIDEO: FileVideo,
};

/** The extension, which a long name hides when it is cut; a long extension says nothing. */
const kindOf = (name: string) => /\.(\w{1,5})$/.exec(name)?.[1]?.toUpperCase();

export function FileCard({ type, name, size, url }: FileCardProps) {
  const Icon = icons[type];
  const kind = kindOf(name);
  const shown = plainName(name);
  const content = (
    <>
      <span className={styles.icon}>
        <Icon aria-hidden="true" />
      </span>
      <span className={styles.lines}>
        <span className={styles.name} title={shown}>
          <bdi>{shown}</bdi>
        </span>
        {size !== null && (
          <span className={styles.size}>
            <span>{formatSize(size)}</span>
            {kind && <span>{kind}</span>}
          </span>
        )}
      </span>
    </>
  );
  if (!url) return <div className={styles.card}>{content}</div>;
  return (
    <a className={styles.card} href={url} download={name}>
      <span className="visually-hidden">{filesTexts.downloadIt} </span>
      {content}
      <span className={styles.download}>
        <Download aria-hidden="true" />
      </span>
    </a>
  );
}

/** Signs that turn around what follows, and signs that nobody sees. */
const HIDDEN = /[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const NONE_LEFT = '?';

/**
 * A file's name as it is written, letter after letter: turned around, 'foto[]gnp.exe' would pass for a picture
 * (rules/files 30). The saved file has the original name.
 */
export const plainName = (name: string): string => name.replace(HIDDEN, '') || NONE_LEFT;
