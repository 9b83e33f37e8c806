import { Menu } from '@base-ui/react/menu';
import { EllipsisVertical, type LucideIcon } from 'lucide-react';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import popup from './popup.module.css';
import { uiTexts } from './ui.texts.ts';

export interface RowMenuItem {
  label: string;
  icon?: LucideIcon;
  onSelect: () => void;
  isDanger?: boolean;
  isDisabled?: boolean;
}

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
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        render={<IconButton {...{ label, icon, className }} size="s" withTooltip={false} />}
      />
      <Menu.Portal>
        <Menu.Positioner className={popup.positioner} align="end" sideOffset={4}>
          <Menu.Popup className={cx(popup.popup, popup.list)} aria-label={label}>
            {items.map(({ icon: Icon, ...item }) => (
              <Menu.Item
                key={item.label}
                className={cx(popup.item, item.isDanger && popup.danger)}
                disabled={item.isDisabled ?? false}
                onClick={item.onSelect}
              >
                {Icon && <Icon aria-hidden="true" />}
                {item.label}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
