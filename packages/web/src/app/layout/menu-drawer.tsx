import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { layoutTexts } from './layout.texts.ts';
import styles from './menu-drawer.module.css';

interface MenuDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The menu over the page, where there is no room beside it. */
export function MenuDrawer({ isOpen, onClose, children }: MenuDrawerProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.drawer} aria-label={layoutTexts.menu}>
          <p className={styles.brand}>{layoutTexts.brand}</p>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
