import { ArrowLeft, EllipsisVertical } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { goBack, goTo, useIsStep, usePath } from '../../../shared/navigation.ts';
import { useSession } from '../../../shared/session.ts';
import { isFocusLost } from '../../../shared/ui/focus.ts';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { OverlaysFailure, useOverlays } from '../../../shared/ui/late-overlays.ts';
import type { MenuItem, Submenu } from '../../../shared/ui/menu-popup.tsx';
import { Avatar } from '../../../shared/ui/person.tsx';
import { usePopupButton } from '../../../shared/ui/popup-button.ts';
import { chatsTexts } from '../list/chats.texts.ts';
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

interface ChatHeaderProps {
  title: string;
  /** The drawn title, where it is more than the title's text. */
  heading?: ReactNode;
  /** A small sign beside the title. */
  mark?: ReactNode;
  /** A line beneath the title. */
  hint?: ReactNode;
  email: string;
  isGroup?: boolean;
  /** At its end. */
  tools?: ReactNode;
  /** Given where the list is not beside the conversation. */
  onBack?: (() => void) | undefined;
}

export function ChatHeader(props: ChatHeaderProps) {
  const { title, heading = title, mark, hint, email, isGroup = false, tools, onBack } = props;
  return (
    <header className={styles.header}>
      {onBack && <IconButton label={chatsTexts.backToList} icon={ArrowLeft} onClick={onBack} />}
      <Avatar email={email} isGroup={isGroup} />
      <div className={styles.lines}>
        <div className={styles.name}>
          <h1 className={styles.title} title={title}>
            {heading}
          </h1>
          {mark}
        </div>
        {hint && <p className={styles.hint}>{hint}</p>}
      </div>
      {tools && <div className={styles.tools}>{tools}</div>}
    </header>
  );
}

/** Below the header of group and direct chats: administrators may read along (rules/supervision 10). */
export function SupervisedLine() {
  const supervision = useSession(({ user }) => user?.supervision ?? 'off');
  return supervision !== 'off' && <p className={styles.supervised}>{chatsTexts.supervised}</p>;
}

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

interface ChatOptionsProps {
  items: (MenuItem | Submenu)[];
  /** The choice made last is under way. */
  isBusy: boolean;
}

/** The menu of a chat's header; the page says what is in it. */
export function ChatOptions({ items, isBusy }: ChatOptionsProps) {
  const menu = usePopupButton('menu');
  const overlays = useOverlays(menu.isOpen);
  const label = chatsTexts.options;
  return (
    <>
      <IconButton label={label} icon={EllipsisVertical} isBusy={isBusy} {...menu.button} />
      {overlays && <overlays.MenuPopup {...menu.popup} label={label} items={items} />}
      <OverlaysFailure isNeeded={menu.isOpen} onClose={menu.close} />
    </>
  );
}
