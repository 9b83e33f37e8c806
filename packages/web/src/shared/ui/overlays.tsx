import { Dialog } from '@base-ui/react/dialog';
import { Popover } from '@base-ui/react/popover';
import { Tooltip } from '@base-ui/react/tooltip';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useLayer } from '../layers.ts';
import { MenuPopup } from './menu-popup.tsx';
import styles from './overlays.module.css';
import popupStyles from './popup.module.css';

export interface DrawerProps {
  isOpen: boolean;
  onClose: () => void;
  label: string;
  children: ReactNode;
}

/** Comes in from the side, over the page. */
function Drawer({ isOpen, onClose, label, children }: DrawerProps) {
  useLayer(isOpen, onClose);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(willOpen) => !willOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.drawer} aria-label={label}>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

export interface PopoverPopupProps {
  /** Without an event when the browser goes back. */
  onClose: (event?: Event) => void;
  /** The button it belongs to. */
  anchor: RefObject<HTMLElement | null>;
  label: string;
  sideOffset: number;
  /** The element that gets the focus afterwards; false leaves the focus where it is. */
  finalFocus: () => HTMLElement | false | null;
  children: ReactNode;
}

/** Stands above a button that is not part of it (`popup-button.ts`). */
function PopoverPopup(props: PopoverPopupProps) {
  const { onClose, anchor, label, sideOffset, finalFocus, children } = props;
  useLayer(true, () => onClose());
  return (
    <Popover.Root open onOpenChange={(willOpen, { event }) => !willOpen && onClose(event)}>
      <Popover.Portal>
        <Popover.Positioner
          className={popupStyles.positioner}
          anchor={anchor}
          side="top"
          align="end"
          sideOffset={sideOffset}
          collisionPadding={8}
        >
          <Popover.Popup className={popupStyles.popup} aria-label={label} finalFocus={finalFocus}>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** One tooltip for all buttons that have one: it shows their name. */
function TooltipLayer() {
  const { anchor, label, isShown, popup, hide } = useTooltipAnchor();
  return (
    <Tooltip.Root open={isShown} onOpenChange={(willOpen) => !willOpen && hide()}>
      <Tooltip.Portal>
        <Tooltip.Positioner className={styles.positioner} anchor={anchor} sideOffset={6}>
          <Tooltip.Popup ref={popup} className={styles.tooltip}>
            {label}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

/** How long one points at a button before its name is shown, ms. */
const DELAY = 500;
/** Soon after one was shown the next comes at once. */
const REOPEN_WITHIN_MS = 400;
/** Time to get from the button onto the tooltip, where it can be read on. */
const LEAVE = 100;

const buttonOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]:not(:disabled)') : null;

interface Shown {
  anchor: HTMLElement | null;
  label: string | null;
  isShown: boolean;
}

/** The button whose name is shown: the pointer rests on it, or the keyboard has come to it. */
function useTooltipAnchor() {
  const [shown, setShown] = useState<Shown>({ anchor: null, label: null, isShown: false });
  const popup = useRef<HTMLDivElement>(null);
  const watch = useMemo(() => watchButtons(setShown, popup), []);
  useEffect(() => watch.start(), [watch]);
  return { ...shown, popup, hide: watch.hide };
}

/** At most one call is due. */
function createTimer() {
  let due: number | undefined;
  const stop = () => window.clearTimeout(due);
  const start = (wait: number, call: () => void) => {
    stop();
    due = window.setTimeout(call, wait);
  };
  return { start, stop };
}

function listenEverywhere() {
  const stopped = new AbortController();
  const listen = <T extends keyof DocumentEventMap>(
    type: T,
    call: (event: DocumentEventMap[T]) => void,
  ) => document.addEventListener(type, call, { signal: stopped.signal, capture: true });
  return { listen, stop: () => stopped.abort() };
}

function watchButtons(
  setShown: (change: (shown: Shown) => Shown) => void,
  popup: { current: HTMLElement | null },
) {
  const timer = createTimer();
  let pointedAt: HTMLElement | null = null;
  /** Had the focus when the window lost it. */
  let kept: EventTarget | null = null;
  let isShown = false;
  let hiddenAt = Number.NEGATIVE_INFINITY;

  const show = (anchor: HTMLElement) => {
    timer.stop();
    isShown = true;
    setShown(() => ({ anchor, label: anchor.getAttribute('aria-label'), isShown }));
  };
  const hide = () => {
    timer.stop();
    if (!isShown) return;
    isShown = false;
    hiddenAt = performance.now();
    setShown((shown) => ({ ...shown, isShown }));
  };
  const point = (target: EventTarget | null) => {
    if (target instanceof Node && popup.current?.contains(target)) return timer.stop();
    const button = buttonOf(target);
    if (button === pointedAt && button) return;
    pointedAt = button;
    const isSoon = isShown || performance.now() - hiddenAt < REOPEN_WITHIN_MS;
    if (button) timer.start(isSoon ? 0 : DELAY, () => show(button));
    else timer.start(LEAVE, hide);
  };
  const handleFocus = ({ target }: FocusEvent) => {
    const button = buttonOf(target);
    if (button === target && button !== kept && button?.matches(':focus-visible')) show(button);
    kept = null;
  };
  const handleBlur = ({ target }: FocusEvent) => {
    kept = target === document.activeElement ? target : null;
    hide();
  };

  const start = () => {
    const { listen, stop } = listenEverywhere();
    listen('pointerover', ({ target, pointerType }) => pointerType !== 'touch' && point(target));
    listen('focusin', handleFocus);
    listen('focusout', handleBlur);
    listen('pointerdown', hide);
    listen('click', hide);
    // The pointer may have been over an element before these listeners existed.
    point(document.querySelector('[data-tooltip]:hover'));
    return () => {
      stop();
      timer.stop();
    };
  };
  return { start, hide };
}

/** The overlay parts and the library that positions them are one file, which `late-overlays.ts` fetches. */
export const overlays = { Drawer, MenuPopup, PopoverPopup, TooltipLayer };
