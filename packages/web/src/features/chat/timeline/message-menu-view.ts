import type { Message } from '@chat/contract/messages';
import { create } from 'zustand';
import type { OpenedBy } from '../../../shared/ui/popup-button.ts';

interface OpenMenu {
  /** The message whose menu is open. */
  message: Message | null;
  openedBy: OpenedBy;
}

export const useMenu = create<OpenMenu>(() => ({ message: null, openedBy: 'pointer' }));

export const openMenu = (message: Message, openedBy: OpenedBy): void =>
  useMenu.setState({ message, openedBy });
export const closeMenu = (): void => {
  // Each chat that is left says so, and mostly none is open.
  if (useMenu.getState().message) useMenu.setState({ message: null });
};

export const menuButtonId = (messageId: string): string => `options-${messageId}`;

/** Where a message's menu opens; null while the message is not drawn. */
export const findMenuButton = (messageId: string): HTMLElement | null =>
  document.getElementById(menuButtonId(messageId));
