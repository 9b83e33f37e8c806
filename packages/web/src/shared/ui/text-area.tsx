import type { ComponentProps } from 'react';
import type { FormFieldProps } from './field-parts.ts';
import styles from './text-area.module.css';
import { WrittenField } from './written-field.tsx';

interface TextAreaProps
  extends FormFieldProps,
    Omit<ComponentProps<'textarea'>, 'defaultValue' | 'value'> {
  value?: string;
}

export function TextArea(props: TextAreaProps) {
  const { label, isLabelHidden, error, hint, ...textarea } = props;
  return (
    <WrittenField {...{ label, isLabelHidden, error, hint }}>
      {(wiring) => <textarea rows={3} {...wiring} {...textarea} className={styles.textarea} />}
    </WrittenField>
  );
}
