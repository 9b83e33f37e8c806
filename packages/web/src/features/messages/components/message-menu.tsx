import { Menu } from '@base-ui/react/menu';
import type { Message } from '@chat/contract/messages/messages.schema';
import { EllipsisVertical, Reply, SmilePlus } from 'lucide-react';
import { BareIconButton } from '../../../shared/ui/bare-icon-button.tsx';
import { cx } from '../../../shared/ui/cx.ts';
import popup from '../../../shared/ui/popup.module.css';
import { messagesTexts as texts } from '../messages.texts.ts';

const menu = Menu.createHandle<Message>();

const buttonId = (messageId: string) => `options-${messageId}`;

/** Where a message's menu opens; null while the message is not drawn. */
export const findMenuButton = (messageId: string): HTMLElement | null =>
  document.getElementById(buttonId(messageId));

export const renderMenuButton = (message: Message) => (
  <Menu.Trigger
    handle={menu}
    payload={message}
    id={buttonId(message.uuid)}
    render={<BareIconButton label={texts.options} icon={EllipsisVertical} size="s" />}
  />
);

interface MessageMenuProps {
  onReply?: ((message: Message) => void) | undefined;
  onReact: (message: Message) => void;
}

/** One for all messages of a conversation (product §2 'Message menu'). */
export function MessageMenu({ onReply, onReact }: MessageMenuProps) {
  return (
    <Menu.Root handle={menu}>
      {({ payload: message }) => (
        <Menu.Portal>
          <Menu.Positioner className={popup.positioner} align="end" sideOffset={4}>
            <Menu.Popup className={cx(popup.popup, popup.list)} aria-label={texts.options}>
              {message && onReply && canBeAnswered(message) && (
                <Menu.Item className={popup.item} onClick={() => onReply(message)}>
                  <Reply aria-hidden="true" />
                  {texts.reply}
                </Menu.Item>
              )}
              <Menu.Item className={popup.item} onClick={() => message && onReact(message)}>
                <SmilePlus aria-hidden="true" />
                {texts.react}
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      )}
    </Menu.Root>
  );
}

const canBeAnswered = ({ type }: Message) => type === 'TEXT' || type === 'IMAGE';
