import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import type { FormFieldProps } from './field-parts.ts';
import styles from './text-field.module.css';
import { WrittenField } from './written-field.tsx';

export interface TextFieldProps
  extends FormFieldProps,
    Omit<ComponentProps<'input'>, 'defaultValue' | 'value'> {
  icon?: ReactNode;
  /** A control at the end of the box. */
  end?: ReactNode;
  value?: string;
}

export function TextField(props: TextFieldProps) {
  const { label, isLabelHidden, error, hint, icon, end, className, ...input } = props;
  return (
    <WrittenField {...{ label, isLabelHidden, error, hint }}>
      {(wiring) => (
        <span className={cx(styles.box, className)}>
          {icon}
          <input {...wiring} {...input} className={styles.input} />
          {end}
        </span>
      )}
    </WrittenField>
  );
}
