import type { ReactNode } from 'react';
import { OverlaysFailure, useOverlays } from '../../shared/ui/late-overlays.ts';
import { layoutTexts } from './layout.texts.ts';
import styles from './menu-drawer.module.css';

interface MenuDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The menu over the page, where there is no room beside it. */
export function MenuDrawer({ isOpen, onClose, children }: MenuDrawerProps) {
  const overlays = useOverlays(isOpen);
  if (!overlays) return <OverlaysFailure isNeeded={isOpen} onClose={onClose} />;
  return (
    <overlays.Drawer isOpen={isOpen} onClose={onClose} label={layoutTexts.menu}>
      <p className={styles.brand}>{layoutTexts.brand}</p>
      {children}
    </overlays.Drawer>
  );
}
