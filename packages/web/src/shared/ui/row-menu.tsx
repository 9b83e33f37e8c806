import { Menu } from '@base-ui/react/menu';
import { EllipsisVertical, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { useLayer } from '../layers.ts';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import { type MenuItem, MenuItems } from './menu-popup.tsx';
import popup from './popup.module.css';
import { uiTexts } from './ui.texts.ts';

export type RowMenuItem = MenuItem;

interface RowMenuProps {
  items: RowMenuItem[];
  label?: string;
  icon?: LucideIcon;
  className?: string;
}

export function RowMenu({
  items,
  label = uiTexts.options,
  icon = EllipsisVertical,
  className,
}: RowMenuProps) {
  const [isOpen, setOpen] = useState(false);
  useLayer(isOpen, () => setOpen(false));
  return (
    <Menu.Root modal={false} open={isOpen} onOpenChange={(willOpen) => setOpen(willOpen)}>
      <Menu.Trigger
        render={<IconButton {...{ label, icon, className }} size="s" withTooltip={false} />}
      />
      <Menu.Portal>
        <Menu.Positioner className={popup.positioner} align="end" sideOffset={4}>
          <Menu.Popup className={cx(popup.popup, popup.list)} aria-label={label}>
            <MenuItems items={items} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
