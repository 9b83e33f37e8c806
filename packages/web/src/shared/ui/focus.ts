import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef } from 'react';

/**
 * A dialog gives the focus back to its opener. The opener is often gone after the action: then the element in its place
 * gets the focus, so that it is not lost.
 */
export function useFocusKept(isOpen: boolean): void {
  const place = useMemo(() => (isOpen ? placeOfFocus() : null), [isOpen]);
  useEffect(() => {
    if (!place) return;
    const keep = () => {
      if (isFocusLost() || isFarOff(place)) successorAt(place.path)?.focus();
    };
    // Once the dialog has done what it does with the focus.
    return () => void setTimeout(keep);
  }, [place]);
}

/** The focus in a dialog may be lost with a step that is done: the dialog itself takes it then. */
export function useFocusInside(dialog: RefObject<HTMLElement | null>): void {
  const wasInside = useRef(false);
  useEffect(() => {
    const { current } = dialog;
    const isInside = current?.contains(document.activeElement) ?? false;
    if (current && wasInside.current && isFocusLost()) current.focus();
    else wasInside.current = current !== null && (isInside || wasInside.current);
  });
}

export const isFocusLost = (): boolean =>
  !document.activeElement || document.activeElement === document.body;

interface FocusPlace {
  opener: Element | null;
  /** The place as seen from each element around it, the innermost first. */
  path: { around: HTMLElement; index: number }[];
}

function placeOfFocus(): FocusPlace {
  const opener = withoutMenu(document.activeElement);
  const path: FocusPlace['path'] = [];
  let element = opener;
  while (element?.parentElement && element !== document.body) {
    const around: HTMLElement = element.parentElement;
    path.push({ around, index: [...around.children].indexOf(element) });
    element = around;
  }
  return { opener, path };
}

/** Where the opener is gone the library goes back to what had the focus long before. */
function isFarOff({ opener, path }: FocusPlace): boolean {
  const active = document.activeElement;
  // A dialog that closes is there for a moment more.
  if (!opener || opener.isConnected || active?.closest('[role$=dialog][data-open]')) return false;
  const left = path.find(({ around }) => around.isConnected)?.around;
  // An opener in a dialog that is gone too leaves nothing.
  return left !== undefined && left !== document.body && !left.contains(active);
}

/** A menu goes as it is used; its button stays. */
function withoutMenu(element: Element | null): Element | null {
  const menu = element?.closest('[role=menu]');
  return menu ? document.querySelector(`[aria-controls="${menu.id}"]`) : element;
}

// No field: on a touch screen it would call the keyboard.
const PRESSABLE = 'button:not(:disabled, [tabindex="-1"]), a[href]';

const firstPressable = (element: Element | undefined) =>
  element instanceof HTMLElement && element.matches(PRESSABLE)
    ? element
    : element?.querySelector<HTMLElement>(PRESSABLE);

/** The element that is in that place now, or the nearest one. */
function successorAt(path: FocusPlace['path']): HTMLElement | null {
  for (const { around, index } of path) {
    if (!around.isConnected) continue;
    const found =
      firstPressable(around.children[index]) ??
      firstPressable(around.children[index - 1]) ??
      firstPressable(around);
    if (found) return found;
  }
  return null;
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** The arrows go from button to button of a list. */
export function walkList(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (!step) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button.matches(':focus'));
  buttons[at + step]?.focus();
}
