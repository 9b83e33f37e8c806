import { Smile } from 'lucide-react';
import { memo, useRef } from 'react';
import { Spinner } from '../../../shared/ui/button.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { OverlaysFailure, useOverlays } from '../../../shared/ui/late-overlays.ts';
import { lateComponent } from '../../../shared/ui/late-part.tsx';
import { usePopupButton } from '../../../shared/ui/popup-button.ts';
import styles from './emoji-button.module.css';
import { emojisTexts as texts } from './emojis.texts.ts';

/** The picker with its two thousand names comes when somebody is about to open it. */
const { load, Late: EmojiPicker } = lateComponent(
  async () => (await import('./emoji-picker.tsx')).EmojiPicker,
  <Spinner />,
);

const loadPicker = (): void => void load().catch(() => undefined);

/** The whole picker, for any popup; it keeps its place while it loads. */
export function EmojiPanel({ onPick }: { onPick: (emoji: string) => void }) {
  return (
    <div className={styles.panel}>
      <EmojiPicker onPick={onPick} />
    </div>
  );
}

/** The pixels between button and popup (rules/emojis 5). */
const OFFSET = 6;

/** Opens the picker over itself; what is picked goes where one was writing. */
const EmojiButton = memo(function EmojiButton({ onPick }: { onPick: (emoji: string) => void }) {
  const { button, popup, close, isOpen } = usePopupButton('dialog');
  const overlays = useOverlays(isOpen);
  const hasPicked = useRef(false);
  const handlePick = (emoji: string) => {
    hasPicked.current = true;
    close();
    onPick(emoji);
  };
  // After a pick the composer has the focus; else the button has it, whatever had it before the press.
  const finalFocus = () => {
    const isWriting = hasPicked.current;
    hasPicked.current = false;
    return isWriting ? false : popup.anchor.current;
  };
  return (
    <>
      <IconButton
        {...button}
        label={texts.emojis}
        icon={Smile}
        withTooltip={false}
        onPointerEnter={loadPicker}
        onFocus={loadPicker}
      />
      {overlays && isOpen && (
        <overlays.PopoverPopup
          {...popup}
          label={texts.emojis}
          sideOffset={OFFSET}
          finalFocus={finalFocus}
        >
          <EmojiPanel onPick={handlePick} />
        </overlays.PopoverPopup>
      )}
      <OverlaysFailure isNeeded={isOpen} onClose={close} />
    </>
  );
});

export const renderEmojiButton = (insert: (emoji: string) => void) => (
  <EmojiButton onPick={insert} />
);
