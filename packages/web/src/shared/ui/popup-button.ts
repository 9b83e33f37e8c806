import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';

/** Where the focus goes in what was opened: the arrows choose an end of a menu, Enter and the space bar its beginning. */
export type OpenedBy = 'pointer' | 'first' | 'last';

/** The props that make a plain button an opener, whether or not the code of its popup is loaded yet. */
export const openerProps = (kind: 'menu' | 'dialog', onPress: (by: OpenedBy) => void) => ({
  'aria-haspopup': kind,
  onClick: ({ currentTarget, detail }: MouseEvent<HTMLElement>) => {
    // Not every browser focuses what is clicked, and the focus comes back to where it was.
    currentTarget.focus();
    // Keys click without a count.
    onPress(detail === 0 ? 'first' : 'pointer');
  },
  onKeyDown: (event: KeyboardEvent) => {
    if (kind !== 'menu' || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    onPress(event.key === 'ArrowDown' ? 'first' : 'last');
  },
});

/** A button and the one thing it opens, beside it. */
export function usePopupButton(kind: 'menu' | 'dialog') {
  const anchor = useRef<HTMLButtonElement>(null);
  const [openedBy, setOpenedBy] = useState<OpenedBy | null>(null);
  const isOpen = openedBy !== null;
  const close = () => setOpenedBy(null);
  return {
    isOpen,
    close,
    button: {
      ...openerProps(kind, (by) => (isOpen ? close() : setOpenedBy(by))),
      ref: anchor,
      'aria-expanded': isOpen,
      'data-popup-open': isOpen || undefined,
    },
    popup: {
      isOpen,
      openedBy,
      anchor,
      onClose: (event?: Event) => {
        // The button closes by its own click.
        if (!event || !isOn(anchor.current, event)) close();
      },
    },
  };
}

function isOn(button: HTMLElement | null, event: Event): boolean {
  const onto = event instanceof FocusEvent ? event.relatedTarget : event.target;
  return event.type !== 'keydown' && onto instanceof Node && button?.contains(onto) === true;
}
