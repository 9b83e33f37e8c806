import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLayer } from '../layers.ts';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import styles from './dialog.module.css';
import { useFocusKept } from './focus.ts';
import { IconButton } from './icon-button.tsx';
import { uiTexts } from './ui.texts.ts';
import { withBreaks } from './with-breaks.tsx';

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

interface ConfirmDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  /** The question, naming what it is about. */
  children: string | null;
  confirmLabel: string;
  cancelLabel?: string;
  isBusy?: boolean;
  isDanger?: boolean;
  width?: 400 | 500;
}

/** Asks before something happens; Escape and the way back are a no. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, onConfirm, isBusy = false, isDanger = false, width = 400 } = props;
  useFocusKept(isOpen);
  /** Returns false while it has to wait for what was confirmed. */
  const refuse = () => {
    if (!isBusy) onClose();
    return !isBusy;
  };
  useLayer(isOpen, refuse);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && refuse()}>
      <Dialog.Portal>
        <Dialog.Backdrop forceRender className={styles.backdrop} />
        <Dialog.Viewport className={styles.viewport}>
          <Dialog.Popup className={cx(styles.popup, styles.confirm, styles[`width${width}`])}>
            <Dialog.Title className={styles.title}>{props.title}</Dialog.Title>
            <Dialog.Description className={styles.question}>
              {withBreaks(props.children ?? '')}
            </Dialog.Description>
            <div className={styles.confirmFooter}>
              <Button variant="secondary" onClick={onClose}>
                {props.cancelLabel ?? uiTexts.cancel}
              </Button>
              <Button variant={isDanger ? 'danger' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
                {props.confirmLabel}
              </Button>
            </div>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
