import { Download } from 'lucide-react';
import { cx } from '../../../../shared/ui/cx.ts';
import linkStyles from '../../../../shared/ui/link.module.css';
import { ViewDialog } from '../../../../shared/ui/view-dialog.tsx';
import { filesTexts } from '../files.texts.ts';
import styles from './image-dialog.module.css';

interface ImageDialogProps {
  url: string;
  name: string | null;
  width: number | null;
  height: number | null;
  onClose: () => void;
}

const isVector = (name: string) => /\.svg$/i.test(name);

/** The image as large as 600 px allow (rules/files 17), over its small variant until it is there. */
export function ImageDialog({ url, name, width, height, onClose }: ImageDialogProps) {
  const title = name ?? filesTexts.unnamed;
  // It has no other variant, and as many pixels as there is room for.
  const look = isVector(title)
    ? { className: cx(styles.image, styles.vector) }
    : { className: styles.image, style: { backgroundImage: `url("${url}?size=thumb")` } };
  return (
    <ViewDialog
      isOpen
      onClose={onClose}
      title={title}
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
        {...look}
        src={url}
        alt={title}
        width={width ?? undefined}
        height={height ?? undefined}
        draggable={false}
      />
    </ViewDialog>
  );
}
