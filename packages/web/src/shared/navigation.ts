import {
  navigate,
  useLocationProperty,
  usePathname,
  useSearch as useSearchPart,
} from 'wouter/use-browser-location';
import { layersHere, whenStill } from './layers.ts';

/** The data of a step of the browser's history, besides its address. */
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
/** The part of the address behind the path. */
export const useSearch: () => string = useSearchPart;
export const useIsStep = (name: keyof Step): boolean =>
  useLocationProperty(() => readStep()[name] === true);
export const readStep = (): Step => window.history.state ?? {};

/** Where one is already is no step. One that is taken from over the page takes the place of what lies there. */
export function goTo(path: string, { replace = false, step = {} }: Way = {}): void {
  const { isSearch, isConversation } = step;
  whenStill(() => {
    if (isHere(path, step)) return;
    navigate(path, { replace: replace || layersHere() > 0, state: { isSearch, isConversation } });
  });
}

export const goBack = (): void => whenStill(() => window.history.back());

export function isHere(path: string, step: Step = {}): boolean {
  const now = readStep();
  const { pathname, search } = window.location;
  return (
    path === pathname + search &&
    Boolean(step.isSearch) === Boolean(now.isSearch) &&
    Boolean(step.isConversation) === Boolean(now.isConversation)
  );
}
