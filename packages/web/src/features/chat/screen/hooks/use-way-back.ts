import { useEffect, useRef } from 'react';
import { goBack, goTo, useIsStep, usePath } from '../../../../shared/navigation.ts';

/**
 * Where list and conversation take turns, opening one is a step of the browser's history, so that its own way back (on phones a gesture) leads
 * to the list instead of out of the page. Gives the page's way back, which takes that step too.
 */
export function useWayBack(isOpen: boolean, leave: () => void): () => void {
  const path = usePath();
  const isStep = useIsStep('isConversation');
  const before = useRef({ isOpen: false, isStep, path });
  useEffect(() => {
    const was = before.current;
    before.current = { isOpen, isStep, path };
    // Another page is on its way.
    if (!isOpen || was.path !== path) return;
    if (was.isStep && !isStep) leave();
    else if (!was.isOpen && !isStep) goTo(path, { step: { isConversation: true } });
  }, [isOpen, isStep, path, leave]);
  return isStep ? goBack : leave;
}
