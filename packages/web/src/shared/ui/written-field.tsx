import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { type FormFieldProps, labelClass } from './field-parts.ts';
import styles from './form-field.module.css';

/** What makes a control the one that label, hint and error speak of. */
interface Wiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface WrittenFieldProps extends FormFieldProps {
  children: (wiring: Wiring) => ReactNode;
}

/** The frame of what is written into: as `FormField`, and small enough for the first view. */
export function WrittenField(props: WrittenFieldProps) {
  const { label, isLabelHidden, error, hint, children } = props;
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const wiring: Wiring = {
    id,
    'aria-describedby': [hintId, errorId].filter(Boolean).join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : labelClass}>
        {label}
      </label>
      {children(wiring)}
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <div id={errorId} className={styles.error}>
          <CircleAlert aria-hidden="true" />
          {error}
        </div>
      )}
    </div>
  );
}
