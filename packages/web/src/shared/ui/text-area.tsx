import { Field } from '@base-ui/react/field';
import type { ComponentProps } from 'react';
import { FormField, type FormFieldProps } from './form-field.tsx';
import styles from './text-area.module.css';

interface TextAreaProps
  extends FormFieldProps,
    Omit<ComponentProps<'textarea'>, 'defaultValue' | 'value'> {
  value?: string;
}

export function TextArea(props: TextAreaProps) {
  const { label, isLabelHidden, error, hint, disabled, ...textarea } = props;
  return (
    <FormField {...{ label, isLabelHidden, error, hint, disabled }}>
      <Field.Control render={<textarea rows={3} {...textarea} className={styles.textarea} />} />
    </FormField>
  );
}
