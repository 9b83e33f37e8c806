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
    // It may have been pointed at before anybody listened.
    point(document.querySelector('[data-tooltip]:hover'));
    return () => {
      stop();
      timer.stop();
    };
  };
  return { start, hide };
}
