import { type ReactNode, useId } from 'react';
import styles from './switch.module.css';

interface SwitchProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  hint?: ReactNode;
  disabled?: boolean;
}

/** The browser's own checkbox in other clothes: one control with one name. */
export function Switch({ label, checked, onChange, hint, disabled }: SwitchProps) {
  const hintId = useId();
  return (
    <div>
      <label className={styles.label}>
        <input
          type="checkbox"
          role="switch"
          className={styles.track}
          checked={checked}
          aria-checked={checked}
          disabled={disabled}
          aria-describedby={hint ? hintId : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {label}
      </label>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
