import { useEffect, useRef } from 'react';
import { ROOMY } from '../../../shared/breakpoints.ts';
import { useMediaQuery } from '../../../shared/hooks/use-media-query.ts';
import { useLayer } from '../../../shared/layers.ts';
import { goBack, goTo, readStep, useIsStep, usePath } from '../../../shared/navigation.ts';
import { closeSearch, realmOf, useSearchView } from '../search-view.ts';

interface PanelPlace {
  /** It stands beside the page; else over it, as a page of its own. */
  isBeside: boolean;
  isShown: boolean;
}

/** Where the panel is: over the page it is a step of the browser's history, which a result that is followed leaves. */
export function usePanelPlace(): PanelPlace {
  const isOpen = useSearchView((view) => view.isOpen);
  const isBeside = useMediaQuery(ROOMY);
  const isStep = useIsStep('isSearch');
  return { isBeside, isShown: isOpen && (isBeside || isStep) };
}

/** Takes the step, and gives the panel's way back. Beside the page it is a layer, which stays while chats are opened. */
export function usePanelSteps({ isBeside }: PanelPlace): () => void {
  const calls = useSearchView((view) => view.calls);
  const taken = useRef(0);
  useEffect(() => {
    if (taken.current === calls) return;
    taken.current = calls;
    const step = readStep();
    if (isBeside || step.isSearch) return;
    // A conversation below stays open.
    goTo(window.location.pathname, { step: { ...step, isSearch: true } });
  }, [calls, isBeside]);
  useLayer(isBeside, closeSearch);
  useEndWithRealm();
  return () => {
    closeSearch();
    if (readStep().isSearch) goBack();
  };
}

/** What is searched on the page 'Chats' is not what is searched elsewhere. */
function useEndWithRealm(): void {
  const realm = realmOf(usePath());
  useEffect(() => {
    if (useSearchView.getState().realm !== realm) closeSearch();
  }, [realm]);
}
