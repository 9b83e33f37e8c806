import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ROOMY } from '../../../shared/breakpoints.ts';
import { useMediaQuery } from '../../../shared/hooks/use-media-query.ts';
import { closeSearch, realmOf, useSearchView } from '../search-view.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step that the search took over its page. */
    isSearch?: boolean;
  }
}

interface PanelPlace {
  /** It stands beside the page; else over it, as a page of its own. */
  isBeside: boolean;
  isShown: boolean;
}

/** Where the panel is: over the page it is a step of the browser's history, which a result that is followed leaves. */
export function usePanelPlace(): PanelPlace {
  const isOpen = useSearchView((view) => view.isOpen);
  const isBeside = useMediaQuery(ROOMY);
  const isStep = useLocation({ select: ({ state }) => state.isSearch === true });
  return { isBeside, isShown: isOpen && (isBeside || isStep) };
}

/** Takes the step, and gives the panel's way back. */
export function usePanelSteps({ isBeside }: PanelPlace): () => void {
  const { history } = useRouter();
  const calls = useSearchView((view) => view.calls);
  const taken = useRef(0);
  useEffect(() => {
    if (taken.current === calls) return;
    taken.current = calls;
    const { href, state } = history.location;
    if (isBeside || state.isSearch) return;
    // A conversation below stays open.
    history.push(href, {
      ...(state.isConversation && { isConversation: true }),
      isSearch: true,
    });
  }, [calls, isBeside, history]);
  useEndWithRealm();
  return () => {
    closeSearch();
    if (history.location.state.isSearch) history.back();
  };
}

/** What is searched on the page 'Chats' is not what is searched elsewhere. */
function useEndWithRealm(): void {
  const realm = useLocation({ select: ({ pathname }) => realmOf(pathname) });
  useEffect(() => {
    if (useSearchView.getState().realm !== realm) closeSearch();
  }, [realm]);
}
