import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { useLayer } from '../layers.ts';
import styles from './drawer.module.css';

interface DrawerProps {
  isOpen: boolean;
  onClose: () => void;
  label: string;
  children: ReactNode;
}

/** Comes in from the side, over the page. */
export function Drawer({ isOpen, onClose, label, children }: DrawerProps) {
  useLayer(isOpen, onClose);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(willOpen) => !willOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.drawer} aria-label={label}>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
