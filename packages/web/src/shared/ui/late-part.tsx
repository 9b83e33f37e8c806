import { CloudAlert, RotateCw, X } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';
import { fetchCode, LostCode, reloadPage } from '../reload-page.ts';
import { onRegistered } from '../socket.ts';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './late-part.module.css';
import { createOpened } from './opened.ts';
import { EmptyState } from './placeholders.tsx';
import { uiTexts } from './ui.texts.ts';

interface Loaded<Part> {
  part: Part | null;
  failure: 'away' | 'lost' | null;
}

export interface FailureProps {
  isNeeded?: boolean;
  /** Whoever gives it up: then the failure stands over the page as what was asked for would have, else in its place. */
  onClose?: (() => void) | undefined;
  /** Stands there meanwhile. */
  children?: ReactNode;
}

/**
 * A part of the page that is fetched later on, and used at once when it has come already. One that does not come says so
 * in its own place, and all else stays as it is (rules/reliability 13).
 */
export function latePart<Part extends object>(fetchPart: () => Promise<Part>) {
  const useLoaded = create<Loaded<Part>>(() => ({ part: null, failure: null }));
  let asked: Promise<Part> | undefined;

  function load(): Promise<Part> {
    asked ??= fetchCode(fetchPart).then(
      (part) => {
        useLoaded.setState({ part, failure: null });
        return part;
      },
      (error: unknown) => {
        // Asked for again where it is needed next.
        asked = undefined;
        useLoaded.setState({ failure: error instanceof LostCode ? 'lost' : 'away' });
        throw error;
      },
    );
    return asked;
  }
  const tryAgain = () => void load().catch(() => undefined);

  /** Null until it is there. */
  function usePart(isNeeded: boolean): Part | null {
    const part = useLoaded((loaded) => loaded.part);
    const isAwaited = isNeeded && part === null;
    useEffect(() => {
      if (!isAwaited) return;
      // An earlier failure, for want of a network, is no longer news.
      useLoaded.setState({ failure: null });
      tryAgain();
      return onRegistered(tryAgain);
    }, [isAwaited]);
    return part;
  }

  /** In the place of the part until it is there. */
  function Failure({ isNeeded = true, onClose, children }: FailureProps): ReactNode {
    const { part, failure } = useLoaded();
    if (!isNeeded || failure === null || part !== null) return children;
    return <LateFailure isLost={failure === 'lost'} onRetry={tryAgain} onClose={onClose} />;
  }

  return { load, usePart, Failure };
}

interface LateFailureProps {
  /** The server is there and does not have it: only a reload brings what has come in its place. */
  isLost: boolean;
  onRetry: () => void;
  onClose?: (() => void) | undefined;
}

/** The notice for a part of the page that failed to load. The notice itself is loaded from the start. */
function LateFailure({ isLost, onRetry, onClose }: LateFailureProps) {
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

/** A component whose file comes when it is first drawn. One that can be closed fails over the page, others in place. */
export function lateComponent<Props extends object>(
  fetchComponent: () => Promise<ComponentType<Props>>,
  pending: ReactNode = null,
) {
  const late = latePart(async () => ({ Component: await fetchComponent() }));

  function Late(props: Props & { onClose?: () => void }) {
    const part = late.usePart(true);
    if (part) return <part.Component {...props} />;
    return <late.Failure onClose={props.onClose}>{pending}</late.Failure>;
  }

  return { load: late.load, Late };
}

interface DialogProps<Subject> {
  subject: Subject;
  onClose: () => void;
}

/** A dialog about a subject; its file loads when it is first opened. `Layer` is once on each page that opens it. */
export function lateDialog<Subject>(
  fetchDialog: () => Promise<ComponentType<DialogProps<Subject>>>,
) {
  const { open, close, useOpened } = createOpened<Subject>();
  const { Late } = lateComponent(fetchDialog);

  function Layer() {
    const subject = useOpened();
    return subject && <Late subject={subject} onClose={close} />;
  }

  return { open, Layer };
}
