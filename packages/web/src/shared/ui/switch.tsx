import { Field } from '@base-ui/react/field';
import { Switch as Base } from '@base-ui/react/switch';
import type { ReactNode } from 'react';
import styles from './switch.module.css';

interface SwitchProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  hint?: ReactNode;
  disabled?: boolean;
}

export function Switch({ label, checked, onChange, hint, disabled }: SwitchProps) {
  return (
    <Field.Root disabled={disabled}>
      <Field.Label className={styles.label}>
        <Base.Root className={styles.track} checked={checked} onCheckedChange={onChange}>
          <Base.Thumb className={styles.thumb} />
        </Base.Root>
        {label}
      </Field.Label>
      {hint && <Field.Description className={styles.hint}>{hint}</Field.Description>}
    </Field.Root>
  );
}
