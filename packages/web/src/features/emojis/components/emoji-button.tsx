import { Popover } from '@base-ui/react/popover';
import { Smile } from 'lucide-react';
import { useRef, useState } from 'react';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import popup from '../../../shared/ui/popup.module.css';
import { emojisTexts as texts } from '../emojis.texts.ts';
import { loadPicker } from '../load-picker.ts';
import { EmojiPanel } from './emoji-panel.tsx';

/** The pixels between button and popup (product §9). */
const OFFSET = 6;

/** Opens the picker over itself; what is picked goes where one was writing. */
function EmojiButton({ onPick }: { onPick: (emoji: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const hasPicked = useRef(false);
  const handlePick = (emoji: string) => {
    hasPicked.current = true;
    setOpen(false);
    onPick(emoji);
  };
  const handleOpenChange = (open: boolean) => {
    if (open) hasPicked.current = false;
    setOpen(open);
  };
  const preload = () => void loadPicker();
  return (
    <Popover.Root open={isOpen} onOpenChange={handleOpenChange}>
      <Popover.Trigger
        onPointerEnter={preload}
        onFocus={preload}
        render={<IconButton label={texts.emojis} icon={Smile} withTooltip={false} />}
      />
      <Popover.Portal>
        <Popover.Positioner
          className={popup.positioner}
          side="top"
          align="end"
          sideOffset={OFFSET}
          collisionPadding={8}
        >
          <Popover.Popup
            className={popup.popup}
            aria-label={texts.emojis}
            // Whoever picked one is writing again.
            finalFocus={() => !hasPicked.current}
          >
            <EmojiPanel onPick={handlePick} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

export const renderEmojiButton = (insert: (emoji: string) => void) => (
  <EmojiButton onPick={insert} />
);
