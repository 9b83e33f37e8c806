import type { Message } from '@chat/contract/messages/messages.schema';
import { Forward, Reply, SmilePlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { MenuPopup as Popup } from '../../../../shared/ui/menu-popup.tsx';
import { useMessage } from '../../messages/hooks/use-message.ts';
import { messagesTexts as texts } from '../../messages/messages.texts.ts';
import { closeMenu, findMenuButton, useMenu } from '../message-menu-view.ts';

/** What can be done with a message here. */
export interface MenuActions {
  onReply?: ((message: Message) => void) | undefined;
  onReact?: ((message: Message) => void) | undefined;
  onForward?: ((message: Message) => void) | undefined;
}

interface MessageMenuPopupProps extends MenuActions {
  message: Message;
  MenuPopup: typeof Popup;
}

export function MessageMenuPopup(props: MessageMenuPopupProps) {
  const { message, MenuPopup, onReply, onReact, onForward } = props;
  const openedBy = useMenu((menu) => menu.openedBy);
  // Nothing can be done with what somebody deletes meanwhile.
  const isGone = !useMessage(message.chatUuid, message.uuid);
  const isAnswering = useRef(false);
  useEffect(() => sayExpanded(message.uuid), [message]);
  useEffect(() => {
    if (isGone) closeMenu();
  }, [isGone]);
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
    <MenuPopup
      isOpen
      isModal
      openedBy={openedBy}
      onClose={closeMenu}
      anchor={() => findMenuButton(message.uuid)}
      label={texts.options}
      items={[
        ...(reply ? [{ label: texts.reply, icon: Reply, onSelect: answer }] : []),
        ...(onReact
          ? [{ label: texts.react, icon: SmilePlus, onSelect: () => onReact(message) }]
          : []),
        ...(onForward
          ? [{ label: texts.forward, icon: Forward, onSelect: () => onForward(message) }]
          : []),
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
