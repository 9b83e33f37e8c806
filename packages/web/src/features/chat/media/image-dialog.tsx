import { Download } from 'lucide-react';
import { ViewDialog } from '../../../shared/ui/dialog.tsx';
import linkStyles from '../../../shared/ui/link.module.css';
import { plainName } from './file-card.tsx';
import { filesTexts } from './files.texts.ts';
import styles from './image-dialog.module.css';
import { onGround } from './pictures.ts';

export interface ShownImage {
  src: string;
  /** Seen until the image is there. */
  behind?: string;
  /** Where the file itself can be had. */
  url: string;
  name: string | null;
  mimeType?: string | null;
  width?: number | null;
  height?: number | null;
}

interface ImageDialogProps {
  image: ShownImage;
  onClose: () => void;
}

/** The image as large as 600 px allow (rules/files 17). */
export function ImageDialog({ image, onClose }: ImageDialogProps) {
  const { src, behind, url, name, mimeType, width, height } = image;
  const title = name ?? filesTexts.unnamed;
  return (
    <ViewDialog
      isOpen
      onClose={onClose}
      title={plainName(title)}
      footer={
        <a
          className={linkStyles.button}
          href={url}
          download={title}
          aria-label={filesTexts.download(title)}
        >
          <Download aria-hidden="true" />
          {filesTexts.downloadIt}
        </a>
      }
    >
      <img
        {...onGround(title, { className: styles.image, mimeType })}
        style={behind ? { backgroundImage: `url("${behind}")` } : undefined}
        src={src}
        alt={title}
        width={width ?? undefined}
        height={height ?? undefined}
        draggable={false}
      />
    </ViewDialog>
  );
}
