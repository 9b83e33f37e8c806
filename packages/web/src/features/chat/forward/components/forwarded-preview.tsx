import type { Message } from '@chat/contract/messages';
import { beginning } from '../../../../shared/format/beginning.ts';
import { FileCard } from '../../media/components/file-card.tsx';
import { filesTexts } from '../../media/files.texts.ts';
import styles from './forward-dialog.module.css';

/** What will be sent on: the beginning of the text, and what is known of the file. */
export function ForwardedPreview({ message }: { message: Message }) {
  const { type, content, fileName, fileSize } = message;
  return (
    <div className={styles.preview}>
      {type !== 'TEXT' && (
        <FileCard type={type} name={fileName ?? filesTexts.unnamed} size={fileSize} />
      )}
      {content !== '' && (
        <p className={styles.text} dir="auto">
          {beginning(content)}
        </p>
      )}
    </div>
  );
}
