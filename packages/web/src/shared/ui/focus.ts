import { type KeyboardEvent, useEffect, useMemo } from 'react';

/**
 * A dialog gives the focus back to its opener. The opener is often gone after the action: then the element in its place
 * gets the focus, so that it is not lost.
 */
export function useFocusKept(isOpen: boolean): void {
  const path = useMemo(() => (isOpen ? placeOfFocus() : []), [isOpen]);
  useEffect(() => {
    if (!isOpen) return;
    // Once the dialog has done what it does with the focus.
    return () => void setTimeout(() => isFocusLost() && successorAt(path)?.focus());
  }, [isOpen, path]);
}

export const isFocusLost = (): boolean =>
  !document.activeElement || document.activeElement === document.body;

/** Where the focus was, as seen from each element around it, the innermost first. */
type FocusPath = { around: HTMLElement; index: number }[];

function placeOfFocus(): FocusPath {
  const path: FocusPath = [];
  let element: Element | null = withoutMenu(document.activeElement);
  while (element?.parentElement && element !== document.body) {
    const around: HTMLElement = element.parentElement;
    path.push({ around, index: [...around.children].indexOf(element) });
    element = around;
  }
  return path;
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
function successorAt(path: FocusPath): HTMLElement | null {
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
