import { FileUp } from 'lucide-react';
import { filesTexts } from '../../media/files.texts.ts';
import styles from './drop-overlay.module.css';

/** Over the whole conversation while a file is dragged across it. */
export function DropOverlay() {
  return (
    <div className={styles.overlay}>
      <div className={styles.frame}>
        <FileUp aria-hidden="true" />
        <p>{filesTexts.dropHere}</p>
      </div>
    </div>
  );
}
