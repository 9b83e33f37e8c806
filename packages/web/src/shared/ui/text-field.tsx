import { Field } from '@base-ui/react/field';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { FormField, type FormFieldProps } from './form-field.tsx';
import styles from './text-field.module.css';

export interface TextFieldProps
  extends FormFieldProps,
    Omit<ComponentProps<'input'>, 'defaultValue' | 'value'> {
  icon?: ReactNode;
  /** A control at the end of the box. */
  end?: ReactNode;
  value?: string;
}

export function TextField(props: TextFieldProps) {
  const { label, isLabelHidden, error, hint, icon, end, className, disabled, ...input } = props;
  return (
    <FormField {...{ label, isLabelHidden, error, hint, disabled }}>
      <span className={cx(styles.box, className)}>
        {icon}
        <Field.Control {...input} className={styles.input} />
        {end}
      </span>
    </FormField>
  );
}
