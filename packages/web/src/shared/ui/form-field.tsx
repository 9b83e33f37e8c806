import { Field } from '@base-ui/react/field';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { type FormFieldProps, labelClass } from './field-parts.ts';
import styles from './form-field.module.css';

interface FrameProps extends FormFieldProps {
  disabled?: boolean | undefined;
  /** Replaces the `<label>`, for controls that no label element can point at. */
  labelElement?: ReactNode;
  children: ReactNode;
}

/** Label, control, hint and error of a field that is no plain control, wired to each other for screen readers. */
export function FormField(props: FrameProps) {
  const { label, labelElement, isLabelHidden, error, hint, disabled = false, children } = props;
  return (
    <Field.Root className={styles.field} invalid={Boolean(error)} disabled={disabled}>
      {labelElement ?? (
        <Field.Label className={isLabelHidden ? 'visually-hidden' : labelClass}>
          {label}
        </Field.Label>
      )}
      {children}
      {hint && <Field.Description className={styles.hint}>{hint}</Field.Description>}
      <Field.Error className={styles.error} match={Boolean(error)}>
        <CircleAlert aria-hidden="true" />
        {error}
      </Field.Error>
    </Field.Root>
  );
}
