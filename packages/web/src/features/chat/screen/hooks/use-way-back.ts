import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step that a conversation took over its list. */
    isConversation?: boolean;
  }
}

/**
 * Where list and conversation take turns, opening one is a step of the browser's history, so that its own way back (on phones a gesture) leads
 * to the list instead of out of the page. Gives the page's way back, which takes that step too.
 */
export function useWayBack(isOpen: boolean, leave: () => void): () => void {
  const { history } = useRouter();
  const href = useLocation({ select: (location) => location.href });
  const isStep = useLocation({ select: ({ state }) => state.isConversation === true });
  const before = useRef({ isOpen: false, isStep });
  useEffect(() => {
    const was = before.current;
    before.current = { isOpen, isStep };
    if (!isOpen) return;
    if (was.isStep && !isStep) leave();
    else if (!was.isOpen && !isStep) history.push(href, { isConversation: true });
  }, [isOpen, isStep, history, href, leave]);
  return isStep ? () => history.back() : leave;
}
