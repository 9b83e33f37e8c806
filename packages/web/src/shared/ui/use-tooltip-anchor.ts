import { useEffect, useMemo, useRef, useState } from 'react';

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

/** Which button's name is shown: the one pointed at for a moment, or that the keyboard has come to. */
export function useTooltipAnchor() {
  const [shown, setShown] = useState<Shown>({ anchor: null, label: null, isShown: false });
  const popup = useRef<HTMLDivElement>(null);
  const watch = useMemo(() => watchButtons(setShown, popup), []);
  useEffect(() => watch.start(), [watch]);
  return { ...shown, popup, hide: watch.hide };
}

function watchButtons(
  setShown: (change: (shown: Shown) => Shown) => void,
  popup: { current: HTMLElement | null },
) {
  let timer: number | undefined;
  let pointedAt: HTMLElement | null = null;
  /** Had the focus when the window lost it. */
  let kept: EventTarget | null = null;
  let isShown = false;
  let hiddenAt = Number.NEGATIVE_INFINITY;

  const after = (wait: number, call: () => void) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(call, wait);
  };
  const show = (anchor: HTMLElement) => {
    window.clearTimeout(timer);
    isShown = true;
    setShown(() => ({ anchor, label: anchor.getAttribute('aria-label'), isShown }));
  };
  const hide = () => {
    window.clearTimeout(timer);
    if (!isShown) return;
    isShown = false;
    hiddenAt = performance.now();
    setShown((shown) => ({ ...shown, isShown }));
  };
  const point = (target: EventTarget | null) => {
    if (target instanceof Node && popup.current?.contains(target))
      return window.clearTimeout(timer);
    const button = buttonOf(target);
    if (button === pointedAt && button) return;
    pointedAt = button;
    const isSoon = isShown || performance.now() - hiddenAt < REOPEN_WITHIN_MS;
    if (button) after(isSoon ? 0 : DELAY, () => show(button));
    else after(LEAVE, hide);
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
    const stopped = new AbortController();
    const listen = <T extends keyof DocumentEventMap>(
      type: T,
      call: (event: DocumentEventMap[T]) => void,
    ) => document.addEventListener(type, call, { signal: stopped.signal, capture: true });
    listen('pointerover', ({ target, pointerType }) => pointerType !== 'touch' && point(target));
    listen('focusin', handleFocus);
    listen('focusout', handleBlur);
    listen('pointerdown', hide);
    listen('click', hide);
    // It may have been pointed at before anybody listened.
    point(document.querySelector('[data-tooltip]:hover'));
    return () => {
      stopped.abort();
      window.clearTimeout(timer);
    };
  };
  return { start, hide };
}
