import { Menu } from '@base-ui/react/menu';
import type { LucideIcon } from 'lucide-react';
import { type RefObject, useEffect, useId, useState } from 'react';
import { useLayer } from '../layers.ts';
import { cx } from './cx.ts';
import popup from './popup.module.css';
import type { OpenedBy } from './popup-button.ts';

export interface MenuItem {
  label: string;
  /** Said beside the label. */
  hint?: string;
  icon?: LucideIcon;
  onSelect: () => void;
  isDanger?: boolean;
  isDisabled?: boolean;
}

/** Opens more items beside it. */
export interface Submenu extends Pick<MenuItem, 'label' | 'icon'> {
  items: MenuItem[];
}

interface MenuPopupProps {
  isOpen: boolean;
  openedBy: OpenedBy | null;
  /** Without an event when the browser goes back. */
  onClose: (event?: Event) => void;
  /** The button it belongs to. */
  anchor: RefObject<HTMLElement | null> | (() => HTMLElement | null);
  label: string;
  items: (MenuItem | Submenu)[];
  /** Nothing else can be reached or scrolled meanwhile. */
  isModal?: boolean;
  /** Where there is room; else on the other side. */
  side?: 'top' | 'bottom';
  /** Whether the focus goes back to the button; as a rule it does. */
  hasFinalFocus?: () => boolean;
}

/** The menu of a button that is not part of it (`popup-button.ts`). */
export function MenuPopup(props: MenuPopupProps) {
  const { isOpen, openedBy, onClose, anchor, label, items, isModal = false, hasFinalFocus } = props;
  const { side = 'bottom' } = props;
  const id = useId();
  useLayer(isOpen, () => onClose());
  useEffect(() => {
    const button = isOpen ? buttonOf(anchor) : null;
    button?.setAttribute('aria-controls', id);
    return () => button?.removeAttribute('aria-controls');
  }, [isOpen, anchor, id]);
  return (
    <Menu.Root
      open={isOpen}
      modal={isModal}
      onOpenChange={(willOpen, { event }) => !willOpen && onClose(event)}
    >
      <Menu.Portal>
        <Menu.Positioner
          className={popup.positioner}
          anchor={anchor}
          side={side}
          align="end"
          sideOffset={4}
        >
          <Menu.Popup
            id={id}
            ref={openedBy && openedBy !== 'pointer' ? focuses[openedBy] : undefined}
            className={cx(popup.popup, popup.list)}
            aria-label={label}
            finalFocus={hasFinalFocus}
            onKeyDown={(event) => {
              // Tab goes on from the button: the menu itself is at the end of the document.
              if (event.key !== 'Tab' || isModal) return;
              buttonOf(anchor)?.focus();
              onClose(event.nativeEvent);
            }}
          >
            <MenuItems items={items} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

const buttonOf = (anchor: MenuPopupProps['anchor']) =>
  typeof anchor === 'function' ? anchor() : anchor.current;

export function MenuItems({ items }: { items: (MenuItem | Submenu)[] }) {
  return items.map((item) =>
    'items' in item ? (
      <SubmenuItem key={item.label} {...item} />
    ) : (
      <Menu.Item
        key={item.label}
        className={cx(popup.item, item.isDanger && popup.danger)}
        disabled={item.isDisabled ?? false}
        aria-description={item.hint}
        onClick={item.onSelect}
      >
        {item.icon && <item.icon aria-hidden="true" />}
        {item.label}
        {item.hint && (
          <span className={popup.hint} aria-hidden="true">
            {item.hint}
          </span>
        )}
      </Menu.Item>
    ),
  );
}

function SubmenuItem({ label, icon: Icon, items }: Submenu) {
  const [isOpen, setOpen] = useState(false);
  useLayer(isOpen, () => setOpen(false));
  return (
    <Menu.SubmenuRoot open={isOpen} onOpenChange={(willOpen) => setOpen(willOpen)}>
      <Menu.SubmenuTrigger className={popup.item}>
        {Icon && <Icon aria-hidden="true" />}
        {label}
        <span aria-hidden="true" className={popup.more} />
      </Menu.SubmenuTrigger>
      <Menu.Portal>
        <Menu.Positioner className={popup.positioner} alignOffset={-4} collisionPadding={8}>
          <Menu.Popup className={cx(popup.popup, popup.list)} aria-label={label}>
            <MenuItems items={items} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.SubmenuRoot>
  );
}

const focuses = { first: focusWhenIn(0), last: focusWhenIn(-1) };

/** Once the menu has taken the focus for itself, as it does however it was opened. */
function focusWhenIn(position: number) {
  return (popup: HTMLElement | null) =>
    popup?.addEventListener(
      'focus',
      () => [...popup.querySelectorAll<HTMLElement>('[role="menuitem"]')].at(position)?.focus(),
      { once: true },
    );
}
