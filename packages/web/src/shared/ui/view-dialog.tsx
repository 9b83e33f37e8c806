import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLayer } from '../layers.ts';
import { cx } from './cx.ts';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';
import { uiTexts } from './ui.texts.ts';

interface ViewDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  footer?: ReactNode;
  width?: 400 | 500 | 600;
}

/** Shows something and asks nothing: Escape, a click outside and the way back close it as 'Cerrar' does. */
export function ViewDialog(props: ViewDialogProps) {
  const { isOpen, onClose, title, children, footer, width = 600 } = props;
  useLayer(isOpen, onClose);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop forceRender className={styles.backdrop} />
        <Dialog.Viewport className={styles.viewport} data-printed>
          <Dialog.Popup className={cx(styles.popup, styles[`width${width}`])}>
            <header className={styles.header}>
              <Dialog.Title className={cx(styles.title, styles.viewTitle)}>{title}</Dialog.Title>
              <Dialog.Close render={<IconButton label={uiTexts.close} icon={X} size="s" />} />
            </header>
            <div className={styles.content}>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
              <div className={styles.body} tabIndex={0}>
                {children}
              </div>
              {footer && <footer className={styles.footer}>{footer}</footer>}
            </div>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
