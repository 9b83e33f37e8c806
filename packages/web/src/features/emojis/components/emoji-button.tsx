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
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const hasPicked = useRef(false);
  const handlePick = (emoji: string) => {
    hasPicked.current = true;
    setOpen(false);
    onPick(emoji);
  };
  const handleClick = () => {
    hasPicked.current = false;
    setOpen(!isOpen);
  };
  const handleOpenChange = (_isOpen: boolean, { event }: Popover.Root.ChangeEventDetails) => {
    // The button closes by its own click.
    if (!isOn(button.current, event)) setOpen(false);
  };
  const preload = () => void loadPicker();
  return (
    <>
      <IconButton
        ref={button}
        label={texts.emojis}
        icon={Smile}
        withTooltip={false}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-popup-open={isOpen || undefined}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={handleClick}
      />
      {isOpen && (
        <Popover.Root open onOpenChange={handleOpenChange}>
          <Popover.Portal>
            <Popover.Positioner
              className={popup.positioner}
              anchor={button}
              side="top"
              align="end"
              sideOffset={OFFSET}
              collisionPadding={8}
            >
              <Popover.Popup
                className={popup.popup}
                aria-label={texts.emojis}
                // Whoever picked one is writing again; else the button has it, whatever was left before it was pressed.
                finalFocus={() => (hasPicked.current ? false : button.current)}
              >
                <EmojiPanel onPick={handlePick} />
              </Popover.Popup>
            </Popover.Positioner>
          </Popover.Portal>
        </Popover.Root>
      )}
    </>
  );
}

function isOn(button: HTMLElement | null, event: Event): boolean {
  const onto = event instanceof FocusEvent ? event.relatedTarget : event.target;
  return event.type !== 'keydown' && onto instanceof Node && button?.contains(onto) === true;
}

export const renderEmojiButton = (insert: (emoji: string) => void) => (
  <EmojiButton onPick={insert} />
);
