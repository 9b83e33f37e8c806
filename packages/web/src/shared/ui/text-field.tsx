import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { cx } from './cx.ts';
import formFieldStyles from './form-field.module.css';
import { IconButton } from './icon-button.tsx';
import styles from './text-field.module.css';
import { uiTexts } from './ui.texts.ts';

export interface FormFieldProps {
  label: string;
  /** The label stays for screen readers; used where a placeholder shows it. */
  isLabelHidden?: boolean;
  error?: string | undefined;
  hint?: ReactNode;
}

export const labelClass = cx(formFieldStyles.label);

interface TextFieldProps
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

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'end'> {
  /** The names of the button; they do not contain the field's own label, so that each is found by its name. */
  toggleLabels?: { show: string; hide: string };
}

export function PasswordField({ toggleLabels = uiTexts.typed, ...props }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const toggle = (
    <IconButton
      withTooltip={false}
      label={isShown ? toggleLabels.hide : toggleLabels.show}
      icon={isShown ? EyeOff : Eye}
      variant="plain"
      size="s"
      onClick={() => setShown(!isShown)}
    />
  );
  return <TextField {...props} type={isShown ? 'text' : 'password'} end={toggle} />;
}

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

/** The ids that connect a control with its label, hint and error. */
interface Wiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface WrittenFieldProps extends FormFieldProps {
  children: (wiring: Wiring) => ReactNode;
}

/** The frame of what is written into: as `FormField`, and small enough for the first view. */
function WrittenField(props: WrittenFieldProps) {
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
    <div className={formFieldStyles.field}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : labelClass}>
        {label}
      </label>
      {children(wiring)}
      {hint && (
        <p id={hintId} className={formFieldStyles.hint}>
          {hint}
        </p>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

/** The line that says why a field is wrong. */
export function FieldError({ className, children, ...line }: ComponentProps<'div'>) {
  return (
    <div {...line} className={cx(formFieldStyles.error, className)}>
      <CircleAlert aria-hidden="true" />
      {children}
    </div>
  );
}
