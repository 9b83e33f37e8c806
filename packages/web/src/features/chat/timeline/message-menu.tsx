import type { Message } from '@chat/contract/messages';
import { OverlaysFailure, useOverlays } from '../../../shared/ui/late-overlays.ts';
import { latePart } from '../../../shared/ui/late-part.tsx';
import { createOpened } from '../../../shared/ui/opened.ts';
import { type OpenedBy, openerProps } from '../../../shared/ui/popup-button.ts';
import { useFetchedWhenIdle } from '../../../shared/when-settled.ts';
import { messagesTexts as texts } from '../messages/messages.texts.ts';
import styles from './message-menu.module.css';
import type { MenuActions } from './message-menu-popup.tsx';

interface OpenedMenu {
  message: Message;
  openedBy: OpenedBy;
}

const { open, close, useOpened } = createOpened<OpenedMenu>();

const menuButtonId = (messageId: string): string => `options-${messageId}`;

/** Where a message's menu opens; null while the message is not drawn. */
export const findMenuButton = (messageId: string): HTMLElement | null =>
  document.getElementById(menuButtonId(messageId));

/** As light as can be, for each message has one: all of the menu's machinery comes when it is opened, and says so here. */
export const renderMenuButton = (message: Message) => (
  <button
    type="button"
    id={menuButtonId(message.uuid)}
    className={styles.button}
    aria-label={texts.options}
    aria-expanded={false}
    {...openerProps('menu', (openedBy) => open({ message, openedBy }))}
  />
);

const late = latePart(() => import('./message-menu-popup.tsx'));

/** One for all messages of a conversation (rules/messages 31). */
export function MessageMenu(actions: MenuActions) {
  const opened = useOpened();
  useFetchedWhenIdle(late.load);
  return opened && <Menu {...opened} {...actions} />;
}

/** The menu's content and its popup are loaded as separate files. */
function Menu(props: MenuActions & OpenedMenu) {
  const overlays = useOverlays(true);
  const part = late.usePart(true);
  if (!overlays) return <OverlaysFailure onClose={close} />;
  if (!part) return <late.Failure onClose={close} />;
  const { MenuPopup } = overlays;
  const menu = { MenuPopup, findButton: findMenuButton, onClose: close };
  return <part.MessageMenuPopup {...props} {...menu} />;
}
