import { EllipsisVertical } from 'lucide-react';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { OverlaysFailure, useOverlays } from '../../../shared/ui/late-overlays.ts';
import type { MenuItem, Submenu } from '../../../shared/ui/menu-popup.tsx';
import { usePopupButton } from '../../../shared/ui/popup-button.ts';
import { chatsTexts } from '../list/chats.texts.ts';

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
