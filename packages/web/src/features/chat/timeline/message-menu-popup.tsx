import type { Message } from '@chat/contract/messages';
import {
  Forward,
  History,
  Info,
  type LucideIcon,
  Pencil,
  Reply,
  SmilePlus,
  Trash2,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSession } from '../../../shared/session.ts';
import type { MenuPopup as Popup } from '../../../shared/ui/menu-popup.tsx';
import type { OpenedBy } from '../../../shared/ui/popup-button.ts';
import { beginEdit, useOwnActions } from '../editing/editing.ts';
import { useMessage } from '../messages/list-messages.ts';
import { editingTexts } from '../messages/message-menu.texts.ts';
import { messagesTexts as texts } from '../messages/messages.texts.ts';

/** The actions on a message. */
export interface MenuActions {
  onReply?: ((message: Message) => void) | undefined;
  onReact?: ((message: Message) => void) | undefined;
  onForward?: ((message: Message) => void) | undefined;
  /** An own one can be edited, for one may write here. */
  canWrite?: boolean;
  /** For an own one. */
  onDelete?: ((message: Message) => void) | undefined;
  /** For an own one, and for any where one watches. */
  onInformation?: ((message: Message) => void) | undefined;
  /** An administrator reads along. */
  isWatching?: boolean;
  /** For one that was edited. */
  onOriginals?: ((message: Message) => void) | undefined;
}

interface MessageMenuPopupProps extends MenuActions {
  message: Message;
  openedBy: OpenedBy;
  MenuPopup: typeof Popup;
  /** Finds the button that it opens at. */
  findButton: (messageId: string) => HTMLElement | null;
  onClose: () => void;
}

export function MessageMenuPopup(props: MessageMenuPopupProps) {
  const { message, openedBy, MenuPopup, findButton, onClose, ...actions } = props;
  const now = useMessage(message.chatUuid, message.uuid);
  // Nothing can be done with what somebody deletes meanwhile.
  const isGone = !now;
  const isToComposer = useRef(false);
  useEffect(() => sayExpanded(findButton(message.uuid)), [message, findButton]);
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  const toComposer = (act: (message: Message) => void) => (subject: Message) => {
    isToComposer.current = true;
    act(subject);
  };
  // After 'Responder' and 'Editar' the focus goes to the composer; else it returns to where it was.
  const isBackToButton = () => {
    const isBack = !isToComposer.current;
    isToComposer.current = false;
    return isBack;
  };
  const items = useItems(now ?? message, actions, toComposer);
  return (
    <MenuPopup
      isOpen
      isModal
      openedBy={openedBy}
      onClose={onClose}
      anchor={() => findButton(message.uuid)}
      label={texts.options}
      items={items}
      hasFinalFocus={isBackToButton}
    />
  );
}

type Act = (message: Message) => void;

/** The actions that this message allows now. */
function useItems(message: Message, actions: MenuActions, toComposer: (act: Act) => Act) {
  const { onReply, onReact, onForward, canWrite = false, onDelete } = actions;
  const { onInformation, isWatching = false, onOriginals } = actions;
  const { canEdit, canDelete } = useOwnActions(message);
  const isOwn = useSession((session) => session.user?.uuid === message.senderId);
  const item = (label: string, icon: LucideIcon, act: Act, isDanger = false) => ({
    label,
    icon,
    onSelect: () => act(message),
    isDanger,
  });
  return [
    onReply && canBeAnswered(message) && item(texts.reply, Reply, toComposer(onReply)),
    onReact && item(texts.react, SmilePlus, onReact),
    canWrite && canEdit && item(editingTexts.edit, Pencil, toComposer(beginEdit)),
    onForward && item(texts.forward, Forward, onForward),
    (isOwn || isWatching) && onInformation && item(texts.information, Info, onInformation),
    message.editedAt !== null && onOriginals && item(texts.originals, History, onOriginals),
    onDelete && canDelete && item(editingTexts.delete, Trash2, onDelete, true),
  ].filter((each) => each !== undefined && each !== false);
}

/** By hand: otherwise each of the buttons would listen for it. */
function sayExpanded(button: HTMLElement | null): () => void {
  button?.setAttribute('aria-expanded', 'true');
  return () => button?.setAttribute('aria-expanded', 'false');
}

const canBeAnswered = ({ type }: Message) => type === 'TEXT' || type === 'IMAGE';
