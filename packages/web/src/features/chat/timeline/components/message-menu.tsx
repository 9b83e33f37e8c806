import type { Message } from '@chat/contract/messages/messages.schema';
import { Reply, SmilePlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { useOverlays } from '../../../../shared/ui/late-overlays.ts';
import { type OpenedBy, openerProps } from '../../../../shared/ui/popup-button.ts';
import { useMessage } from '../../messages/hooks/use-message.ts';
import { messagesTexts as texts } from '../../messages/messages.texts.ts';
import styles from './message-menu.module.css';

interface OpenMenu {
  /** The message whose menu is open. */
  message: Message | null;
  openedBy: OpenedBy;
}

const useMenu = create<OpenMenu>(() => ({ message: null, openedBy: 'pointer' }));

const openMenu = (message: Message, openedBy: OpenedBy) => useMenu.setState({ message, openedBy });
const closeMenu = () => {
  // Each chat that is left says so, and mostly none is open.
  if (useMenu.getState().message) useMenu.setState({ message: null });
};

const buttonId = (messageId: string) => `options-${messageId}`;

/** Where a message's menu opens; null while the message is not drawn. */
export const findMenuButton = (messageId: string): HTMLElement | null =>
  document.getElementById(buttonId(messageId));

/** As light as can be, for each message has one: all of the menu's machinery comes when it is opened, and says so here. */
export const renderMenuButton = (message: Message) => (
  <button
    type="button"
    id={buttonId(message.uuid)}
    className={styles.button}
    aria-label={texts.options}
    aria-expanded={false}
    {...openerProps('menu', (by) => openMenu(message, by))}
  />
);

interface MessageMenuProps {
  onReply?: ((message: Message) => void) | undefined;
  onReact: (message: Message) => void;
}

/** One for all messages of a conversation (rules/messages 31). */
export function MessageMenu(props: MessageMenuProps) {
  const { message, openedBy } = useMenu();
  useEffect(() => closeMenu, []);
  return message && <Menu {...{ message, openedBy, ...props }} />;
}

interface MenuProps extends MessageMenuProps {
  message: Message;
  openedBy: OpenedBy;
}

function Menu({ message, openedBy, onReply, onReact }: MenuProps) {
  const overlays = useOverlays(true);
  // Nothing can be done with what somebody deletes meanwhile.
  const isGone = !useMessage(message.chatUuid, message.uuid);
  const isAnswering = useRef(false);
  useEffect(() => sayExpanded(message.uuid), [message]);
  useEffect(() => {
    if (isGone) closeMenu();
  }, [isGone]);
  if (!overlays) return null;
  const answer = () => {
    isAnswering.current = true;
    onReply?.(message);
  };
  // After 'Responder' the focus goes to the composer; else it returns to where it was.
  const isBackToButton = () => {
    const isBack = !isAnswering.current;
    isAnswering.current = false;
    return isBack;
  };
  const reply = onReply && canBeAnswered(message);
  return (
    <overlays.MenuPopup
      isOpen
      isModal
      openedBy={openedBy}
      onClose={closeMenu}
      anchor={() => findMenuButton(message.uuid)}
      label={texts.options}
      items={[
        ...(reply ? [{ label: texts.reply, icon: Reply, onSelect: answer }] : []),
        { label: texts.react, icon: SmilePlus, onSelect: () => onReact(message) },
      ]}
      hasFinalFocus={isBackToButton}
    />
  );
}

/** By hand: otherwise each of the buttons would listen for it. */
function sayExpanded(messageId: string): () => void {
  const button = findMenuButton(messageId);
  button?.setAttribute('aria-expanded', 'true');
  return () => button?.setAttribute('aria-expanded', 'false');
}

const canBeAnswered = ({ type }: Message) => type === 'TEXT' || type === 'IMAGE';
