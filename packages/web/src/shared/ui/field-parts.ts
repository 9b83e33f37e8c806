import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './form-field.module.css';

export interface FormFieldProps {
  label: string;
  /** The label stays for screen readers; used where a placeholder shows it. */
  isLabelHidden?: boolean;
  error?: string | undefined;
  hint?: ReactNode;
}

export const labelClass = cx(styles.label);
