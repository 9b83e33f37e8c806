import { Popover } from '@base-ui/react/popover';
import type { ReactNode, RefObject } from 'react';
import { useLayer } from '../layers.ts';
import popup from './popup.module.css';

interface PopoverPopupProps {
  /** Without an event when the browser goes back. */
  onClose: (event?: Event) => void;
  /** The button it belongs to. */
  anchor: RefObject<HTMLElement | null>;
  label: string;
  sideOffset: number;
  /** What has the focus afterwards; false leaves it where it is. */
  finalFocus: () => HTMLElement | false | null;
  children: ReactNode;
}

/** Stands above a button that is not part of it (`popup-button.ts`). */
export function PopoverPopup(props: PopoverPopupProps) {
  const { onClose, anchor, label, sideOffset, finalFocus, children } = props;
  useLayer(true, () => onClose());
  return (
    <Popover.Root open onOpenChange={(willOpen, { event }) => !willOpen && onClose(event)}>
      <Popover.Portal>
        <Popover.Positioner
          className={popup.positioner}
          anchor={anchor}
          side="top"
          align="end"
          sideOffset={sideOffset}
          collisionPadding={8}
        >
          <Popover.Popup className={popup.popup} aria-label={label} finalFocus={finalFocus}>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
