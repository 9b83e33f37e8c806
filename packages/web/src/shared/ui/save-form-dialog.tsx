import { limits } from '@chat/contract/checks';
import { countSeen } from '@chat/contract/forms';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import type { FieldValues, Path, UseFormReturn, UseFormSetError } from 'react-hook-form';
import { ApiError } from '../api-error.ts';
import { Button } from './button.tsx';
import { FormDialog } from './form-dialog.tsx';
import styles from './save-form-dialog.module.css';
import { TextArea } from './text-field.tsx';
import { uiTexts } from './ui.texts.ts';

interface SaveFormDialogProps<Values extends FieldValues, Context, Valid> {
  title: string;
  description?: string | undefined;
  form: UseFormReturn<Values, Context, Valid>;
  /** Rejects when the server refuses: its field errors go under the fields, and the dialog stays. */
  save: (values: Valid) => Promise<unknown>;
  saveLabel: string;
  isDanger?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Closes once the values are saved. */
export function SaveFormDialog<Values extends FieldValues, Context, Valid>(
  props: SaveFormDialogProps<Values, Context, Valid>,
) {
  const { title, description, form, save, saveLabel, isDanger, onClose, children } = props;
  const handleSubmit = useSaving(form, save, onClose);
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={title}
      description={description}
      onSubmit={handleSubmit}
      isChanged={form.formState.isDirty}
      footer={
        <Button
          type="submit"
          variant={isDanger ? 'danger' : 'primary'}
          isBusy={form.formState.isSubmitting}
        >
          {saveLabel}
        </Button>
      }
    >
      {children}
    </FormDialog>
  );
}

/** Handles the submission of a form, in a dialog or on a page; `onSaved` follows once the values are saved. */
export function useSaving<Values extends FieldValues, Context, Valid>(
  form: UseFormReturn<Values, Context, Valid>,
  save: (values: Valid) => Promise<unknown>,
  onSaved: () => void,
) {
  const isSaving = useRef(false);
  return form.handleSubmit(async (values) => {
    // A second Enter may come before the button is seen to be busy.
    if (isSaving.current) return;
    isSaving.current = true;
    try {
      await save(values);
      onSaved();
    } catch (error) {
      showFieldErrors(form.setError, error);
    } finally {
      isSaving.current = false;
    }
  });
}

/** Fields side by side where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

/**
 * Puts the server's field errors under the fields of a form, and the focus into the first of them; other errors are left
 * to the caller's notification.
 */
function showFieldErrors<Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  error: unknown,
): void {
  if (!(error instanceof ApiError)) return;
  const wrong = Object.entries(error.errors).filter(([, messages]) => messages[0]);
  for (const [place, [field, [message = '']]] of wrong.entries()) {
    const shouldFocus = place === 0;
    setError(field as Path<Values>, { type: 'server', message }, { shouldFocus });
  }
}

const texts = uiTexts.reason;

interface ReasonFieldProps extends Omit<ComponentProps<typeof TextArea>, 'label' | 'hint'> {
  typed: string;
}

/** Why a conversation is opened or kept: it says how long the reason may be, and how long it is. */
export function ReasonField({ typed, ...field }: ReasonFieldProps) {
  return (
    <TextArea
      label={texts.label}
      hint={texts.count(countSeen(typed), limits.reasonMin, limits.reasonMax)}
      rows={4}
      autoComplete="off"
      {...field}
    />
  );
}
