import { useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { showFieldErrors } from '../field-errors.ts';

/** Submits a valid form once at a time; field errors of a refusal go to their fields. */
export function useSaveForm<Values extends FieldValues, Context, Valid>(
  form: UseFormReturn<Values, Context, Valid>,
  save: (values: Valid) => Promise<unknown>,
  onSaved: () => void,
) {
  const isSaving = useRef(false);
  return form.handleSubmit(async (values) => {
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
