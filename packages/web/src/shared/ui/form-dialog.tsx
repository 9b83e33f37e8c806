import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type FormEventHandler, type ReactNode, useRef, useState } from 'react';
import { useLayer } from '../layers.ts';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import styles from './dialog.module.css';
import { ConfirmDialog } from './dialog.tsx';
import { useFocusInside, useFocusKept } from './focus.ts';
import { IconButton } from './icon-button.tsx';
import { uiTexts } from './ui.texts.ts';
import { withBreaks } from './with-breaks.tsx';

const texts = uiTexts.unsaved;

interface FormDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description?: string | undefined;
  children: ReactNode;
  /** Buttons; inside the form when there is one. */
  footer?: ReactNode;
  onSubmit?: FormEventHandler<HTMLFormElement>;
  width?: 400 | 500 | 600;
  /** Something was typed or chosen: the way back asks before it is lost. */
  isChanged?: boolean;
  /** Asked before it is left, by its buttons as well as by the way back. */
  leaveQuestion?: LeaveQuestion | undefined;
}

export type LeaveQuestion = Record<keyof typeof texts, string>;

/** Persistent: it closes by its buttons and the way back, never by Escape or a click outside (rules/look 2). */
export function FormDialog(props: FormDialogProps) {
  const { isOpen, onClose, title, description, width = 600, leaveQuestion } = props;
  const isAsked = leaveQuestion !== undefined || props.isChanged === true;
  const question = leaveQuestion ?? texts;
  const popup = useRef<HTMLDivElement>(null);
  useFocusKept(isOpen);
  useFocusInside(popup);
  const [isAsking, setAsking] = useState(false);
  useLayer(isOpen, () => {
    if (isAsked) setAsking(true);
    else onClose();
    return !isAsked;
  });
  const handleOpenChange = (_: boolean, details: Dialog.Root.ChangeEventDetails) => {
    const isClosed = details.reason === 'close-press';
    if (isClosed && !leaveQuestion) return onClose();
    details.cancel();
    if (isClosed) setAsking(true);
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={handleOpenChange} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop forceRender className={styles.backdrop} />
        <Dialog.Viewport className={styles.viewport} data-printed>
          <Dialog.Popup
            ref={popup}
            className={cx(styles.popup, styles[`width${width}`])}
            initialFocus={(opener) =>
              opener === 'touch' ? popup.current : firstField(popup.current)
            }
          >
            <header className={styles.header}>
              <Dialog.Title className={styles.title}>{title}</Dialog.Title>
              <Dialog.Close render={<IconButton label={uiTexts.close} icon={X} size="s" />} />
            </header>
            {description && (
              <Dialog.Description className={styles.description}>
                {withBreaks(description)}
              </Dialog.Description>
            )}
            <Content {...props} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
      <Question
        isOpen={isAsking}
        texts={question}
        onStay={() => setAsking(false)}
        onLeave={() => {
          // The form may stay, closed, to be opened again.
          setAsking(false);
          onClose();
        }}
      />
    </Dialog.Root>
  );
}

interface QuestionProps {
  isOpen: boolean;
  texts: LeaveQuestion;
  onStay: () => void;
  onLeave: () => void;
}

/** Asked before something half filled in is lost. */
function Question({ isOpen, texts: question, onStay, onLeave }: QuestionProps) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={question.title}
      confirmLabel={question.discard}
      cancelLabel={question.stay}
      isDanger
      onClose={onStay}
      onConfirm={onLeave}
    >
      {question.question}
    </ConfirmDialog>
  );
}

/** Where writing begins, or the choice that stands; on a touch screen the keyboard waits until it is asked for. */
function firstField(popup: HTMLElement | null): HTMLElement | null {
  const field = 'input:not([type=hidden], [hidden], :disabled), textarea, [role=combobox]';
  const fields = [...(popup?.querySelectorAll<HTMLElement>(field) ?? [])];
  const isLeftOut = (one: HTMLElement) =>
    one instanceof HTMLInputElement && one.type === 'radio' && !one.checked;
  return fields.find((one) => !isLeftOut(one)) ?? popup;
}

function Content({ onSubmit, children, footer }: FormDialogProps) {
  const parts = (
    <>
      <div className={styles.body}>{children}</div>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </>
  );
  if (!onSubmit) return <div className={styles.content}>{parts}</div>;
  return (
    <form className={styles.content} onSubmit={onSubmit} noValidate>
      {parts}
    </form>
  );
}

interface SubmitButtonsProps {
  label: string;
  isDisabled: boolean;
  isBusy?: boolean;
  onCancel: () => void;
}

/** How a form in a dialog ends: sent off, or called off. */
export function SubmitButtons({ label, isDisabled, isBusy, onCancel }: SubmitButtonsProps) {
  return (
    <>
      <Button variant="secondary" onClick={onCancel}>
        {uiTexts.cancel}
      </Button>
      <Button type="submit" isBusy={isBusy} disabled={isDisabled}>
        {label}
      </Button>
    </>
  );
}
