import { lateComponent } from '../../../../shared/ui/late-component.tsx';
import { Spinner } from '../../../../shared/ui/spinner.tsx';
import styles from './emoji-panel.module.css';

/** The picker with its two thousand names comes when somebody is about to open it. */
const { load, Late: EmojiPicker } = lateComponent(
  async () => (await import('./emoji-picker.tsx')).EmojiPicker,
  <Spinner />,
);

export const loadPicker = (): void => void load().catch(() => undefined);

/** The whole picker, for any popup; it keeps its place while it loads. */
export function EmojiPanel({ onPick }: { onPick: (emoji: string) => void }) {
  return (
    <div className={styles.panel}>
      <EmojiPicker onPick={onPick} />
    </div>
  );
}
