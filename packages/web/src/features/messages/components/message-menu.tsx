import { Menu } from '@base-ui/react/menu';
import type { Message } from '@chat/contract/messages/messages.schema';
import { Reply, SmilePlus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { create } from 'zustand';
import { cx } from '../../../shared/ui/cx.ts';
import popup from '../../../shared/ui/popup.module.css';
import { messagesTexts as texts } from '../messages.texts.ts';
import styles from './message-menu.module.css';

interface OpenMenu {
  /** The message whose menu is open. */
  message: Message | null;
  byKeyboard: boolean;
}

const useMenu = create<OpenMenu>(() => ({ message: null, byKeyboard: false }));

const openMenu = (message: Message, byKeyboard: boolean) =>
  useMenu.setState({ message, byKeyboard });
const closeMenu = () => useMenu.setState({ message: null });

const buttonId = (messageId: string) => `options-${messageId}`;

/** Where a message's menu opens; null while the message is not drawn. */
export const findMenuButton = (messageId: string): HTMLElement | null =>
  document.getElementById(buttonId(messageId));

/** As light as can be, for each message has one: all of the menu's machinery comes when it is opened, and says so here. */
function MenuButton({ message }: { message: Message }) {
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    openMenu(message, true);
  };
  return (
    <button
      type="button"
      id={buttonId(message.uuid)}
      className={styles.button}
      aria-label={texts.options}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={({ currentTarget, detail }) => {
        // Not every browser focuses what is clicked, and the focus comes back to where it was.
        currentTarget.focus();
        // Enter and the space bar click without a count.
        openMenu(message, detail === 0);
      }}
      onKeyDown={handleKeyDown}
    />
  );
}

export const renderMenuButton = (message: Message) => <MenuButton message={message} />;

interface MessageMenuProps {
  onReply?: ((message: Message) => void) | undefined;
  onReact: (message: Message) => void;
}

/** One for all messages of a conversation (product §2 'Message menu'). */
export function MessageMenu({ onReply, onReact }: MessageMenuProps) {
  const { message, byKeyboard } = useMenu();
  const isAnswering = useRef(false);
  useEffect(() => closeMenu, []);
  useEffect(() => (message ? sayExpanded(message.uuid) : undefined), [message]);
  if (!message) return null;
  const answer = () => {
    isAnswering.current = true;
    onReply?.(message);
  };
  const handleOpenChange = (isOpen: boolean) => {
    if (!isOpen) closeMenu();
  };
  // Whoever answers writes next; else one goes on where one was.
  const isBackToButton = () => {
    const isBack = !isAnswering.current;
    isAnswering.current = false;
    return isBack;
  };
  return (
    <Menu.Root open onOpenChange={handleOpenChange}>
      <Menu.Portal>
        <Menu.Positioner
          className={popup.positioner}
          anchor={() => findMenuButton(message.uuid)}
          side="bottom"
          align="end"
          sideOffset={4}
        >
          <Menu.Popup
            ref={byKeyboard ? focusFirst : undefined}
            className={cx(popup.popup, popup.list)}
            aria-label={texts.options}
            finalFocus={isBackToButton}
          >
            {onReply && canBeAnswered(message) && (
              <Menu.Item className={popup.item} onClick={answer}>
                <Reply aria-hidden="true" />
                {texts.reply}
              </Menu.Item>
            )}
            <Menu.Item className={popup.item} onClick={() => onReact(message)}>
              <SmilePlus aria-hidden="true" />
              {texts.react}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** By hand: otherwise each of the buttons would listen for it. */
function sayExpanded(messageId: string): () => void {
  const button = findMenuButton(messageId);
  button?.setAttribute('aria-expanded', 'true');
  return () => button?.setAttribute('aria-expanded', 'false');
}

/** Once the menu has taken the focus for itself, as it does whoever opened it. */
function focusFirst(popup: HTMLElement | null): void {
  popup?.addEventListener(
    'focus',
    () => popup.querySelector<HTMLElement>('[role="menuitem"]')?.focus(),
    { once: true },
  );
}

const canBeAnswered = ({ type }: Message) => type === 'TEXT' || type === 'IMAGE';
