import { CloudAlert, RotateCw, X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { reloadPage } from '../reload-page.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './late-failure.module.css';
import { uiTexts } from './ui.texts.ts';

interface LateFailureProps {
  /** The server is there and does not have it: only a reload brings what has come in its place. */
  isLost: boolean;
  onRetry: () => void;
  onClose?: (() => void) | undefined;
}

/** A part of the page that did not come. What it takes to say so is there from the start. */
export function LateFailure({ isLost, onRetry, onClose }: LateFailureProps) {
  const [hint, label, act] = isLost
    ? [uiTexts.lostHint, uiTexts.reload, () => void reloadPage()]
    : [uiTexts.failedHint, uiTexts.retry, onRetry];
  const button = (
    <Button variant="secondary" icon={<RotateCw aria-hidden="true" />} onClick={act}>
      {label}
    </Button>
  );
  const face = (
    <EmptyState icon={CloudAlert} title={uiTexts.partFailed} action={button}>
      {hint}
    </EmptyState>
  );
  return onClose ? <Over onClose={onClose}>{face}</Over> : <div role="alert">{face}</div>;
}

/** The browser's own dialog: ours may be what did not come. */
function Over({ onClose, children }: { onClose: () => void; children: React.ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={uiTexts.partFailed}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <span className={styles.close}>
        <IconButton label={uiTexts.close} icon={X} size="s" withTooltip={false} onClick={onClose} />
      </span>
      {children}
    </dialog>
  );
}
