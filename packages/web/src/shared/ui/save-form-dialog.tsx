import { type ReactNode, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { showFieldErrors } from '../field-errors.ts';
import { Button } from './button.tsx';
import { FormDialog } from './form-dialog.tsx';

interface SaveFormDialogProps<Values extends FieldValues, Context, Valid> {
  title: string;
  description?: string | undefined;
  form: UseFormReturn<Values, Context, Valid>;
  /** Rejects when the server refuses: its field errors go under the fields, and the dialog stays. */
  save: (values: Valid) => Promise<unknown>;
  saveLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/** Closes once the values are saved. */
export function SaveFormDialog<Values extends FieldValues, Context, Valid>(
  props: SaveFormDialogProps<Values, Context, Valid>,
) {
  const { title, description, form, save, saveLabel, onClose, children } = props;
  const isSaving = useRef(false);
  const handleSubmit = form.handleSubmit(async (values) => {
    // A second Enter may come before the button is seen to be busy.
    if (isSaving.current) return;
    isSaving.current = true;
    try {
      await save(values);
      onClose();
    } catch (error) {
      showFieldErrors(form.setError, error);
    } finally {
      isSaving.current = false;
    }
  });
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={title}
      description={description}
      onSubmit={handleSubmit}
      isChanged={form.formState.isDirty}
      footer={
        <Button type="submit" isBusy={form.formState.isSubmitting}>
          {saveLabel}
        </Button>
      }
    >
      {children}
    </FormDialog>
  );
}
