import { navigate, useHistoryState, usePathname } from 'wouter/use-browser-location';

/** What a step of the browser's history stands for, besides its address. */
export interface Step {
  /** The step that the search took over its page. */
  isSearch?: boolean;
  /** The step that a conversation took over its list. */
  isConversation?: boolean;
}

interface Way {
  replace?: boolean;
  step?: Step;
}

export const usePath: () => string = usePathname;
export const useStep = (): Step => useHistoryState<Step | null>() ?? {};
export const readStep = (): Step => window.history.state ?? {};

/** Where one is already is no step. */
export function goTo(path: string, { replace = false, step = {} }: Way = {}): void {
  if (!isHere(path, step)) navigate(path, { replace, state: step });
}

export function isHere(path: string, step: Step = {}): boolean {
  const now = readStep();
  return (
    path === window.location.pathname &&
    Boolean(step.isSearch) === Boolean(now.isSearch) &&
    Boolean(step.isConversation) === Boolean(now.isConversation)
  );
}
