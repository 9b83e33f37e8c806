import { type ReactNode, useEffect, useRef } from 'react';
import { isFocusLost } from '../../../../shared/ui/place-of-focus.ts';
import { chatsTexts } from '../../list/chats.texts.ts';
import styles from './chat-layout.module.css';

interface ChatLayoutProps {
  list: ReactNode;
  /** Null where it does not fit beside the list and none is open. */
  conversation: ReactNode;
  isSplit: boolean;
}

/** List and conversation side by side, or one of them. */
export function ChatLayout({ list, conversation, isSplit }: ChatLayoutProps) {
  const isListShown = isSplit || !conversation;
  const turning = useFocusOnTurn(isListShown);
  return (
    <div className={styles.layout} data-split={isSplit || undefined} {...turning}>
      {!conversation && <h1 className="visually-hidden">{chatsTexts.list}</h1>}
      <div className={styles.panes}>
        {isListShown && <div className={styles.list}>{list}</div>}
        {conversation && <div className={styles.conversation}>{conversation}</div>}
      </div>
    </div>
  );
}

/** Where one takes the other's place, what was pressed goes with it: reading goes on at the heading of what came. */
function useFocusOnTurn(isListShown: boolean) {
  const layout = useRef<HTMLDivElement>(null);
  const before = useRef(isListShown);
  const hadFocus = useRef(false);
  useEffect(() => {
    if (before.current === isListShown) return;
    before.current = isListShown;
    const heading = layout.current?.querySelector('h1');
    if (!heading || !hadFocus.current || !isFocusLost()) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [isListShown]);
  return {
    ref: layout,
    onFocus: () => {
      hadFocus.current = true;
    },
    onBlur: () => {
      hadFocus.current = false;
    },
  };
}
