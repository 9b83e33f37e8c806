import { useCallback, useSyncExternalStore } from 'react';

const BAR = 'header button';
const OVER_IT = '[role="dialog"], [role="alertdialog"]';

/**
 * Whether one can press something in the top bar: the sign-in page has none, and a dialog lies over it. Looked for only
 * while it matters: a rule of `:root:has()` would have the whole page styled anew for every row that comes or goes.
 */
export function useTopBarInReach(matters: boolean): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      if (!matters) return () => undefined;
      const observer = new MutationObserver(onChange);
      observer.observe(document.body, { childList: true, subtree: true });
      return () => observer.disconnect();
    },
    [matters],
  );
  return useSyncExternalStore(subscribe, () => matters && isInReach());
}

const isInReach = () =>
  document.querySelector(BAR) !== null && document.querySelector(OVER_IT) === null;
