import { Suspense } from 'react';
import { Spinner } from '../../../../shared/ui/spinner.tsx';
import { LazyEmojiPicker } from '../load-picker.ts';
import styles from './emoji-panel.module.css';

/** The whole picker, for any popup; it keeps its place while it loads. */
export function EmojiPanel({ onPick }: { onPick: (emoji: string) => void }) {
  return (
    <div className={styles.panel}>
      <Suspense fallback={<Spinner />}>
        <LazyEmojiPicker onPick={onPick} />
      </Suspense>
    </div>
  );
}
