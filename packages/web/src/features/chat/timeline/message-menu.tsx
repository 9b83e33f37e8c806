import type { Message } from '@chat/contract/messages';
import { useEffect } from 'react';
import { OverlaysFailure, useOverlays } from '../../../shared/ui/late-overlays.ts';
import { latePart } from '../../../shared/ui/late-part.tsx';
import { openerProps } from '../../../shared/ui/popup-button.ts';
import { useFetchedWhenIdle } from '../../../shared/when-settled.ts';
import { messagesTexts as texts } from '../messages/messages.texts.ts';
import styles from './message-menu.module.css';
import type { MenuActions } from './message-menu-popup.tsx';
import { closeMenu, menuButtonId, openMenu, useMenu } from './message-menu-view.ts';

/** As light as can be, for each message has one: all of the menu's machinery comes when it is opened, and says so here. */
export const renderMenuButton = (message: Message) => (
  <button
    type="button"
    id={menuButtonId(message.uuid)}
    className={styles.button}
    aria-label={texts.options}
    aria-expanded={false}
    {...openerProps('menu', (by) => openMenu(message, by))}
  />
);

const late = latePart(() => import('./message-menu-popup.tsx'));

/** One for all messages of a conversation (rules/messages 31). */
export function MessageMenu(actions: MenuActions) {
  const message = useMenu((menu) => menu.message);
  useEffect(() => closeMenu, []);
  useFetchedWhenIdle(late.load);
  return message && <Menu message={message} {...actions} />;
}

/** The menu's content and its popup are loaded as separate files. */
function Menu(props: MenuActions & { message: Message }) {
  const overlays = useOverlays(true);
  const part = late.usePart(true);
  if (!overlays) return <OverlaysFailure onClose={closeMenu} />;
  if (!part) return <late.Failure onClose={closeMenu} />;
  return <part.MessageMenuPopup MenuPopup={overlays.MenuPopup} {...props} />;
}
