import { Field } from '@base-ui/react/field';
import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown, CircleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLayer } from '../layers.ts';
import { cx } from './cx.ts';
import formFieldStyles from './form-field.module.css';
import popupStyles from './popup.module.css';
import styles from './select.module.css';
import { type FormFieldProps, labelClass } from './text-field.tsx';
import { uiTexts } from './ui.texts.ts';
import { withBreaks } from './with-breaks.tsx';

export interface Option {
  value: string;
  label: string;
}

interface SelectProps extends FormFieldProps {
  options: Option[];
  value: string | null;
  onChange: (value: string | null) => void;
  placeholder?: string;
  /** Adds an entry that chooses nothing. */
  emptyLabel?: string;
  disabled?: boolean;
}

export function Select(props: SelectProps) {
  const { label, isLabelHidden, error, hint, value, onChange, disabled } = props;
  const { options, placeholder = uiTexts.select, emptyLabel } = props;
  const none = emptyLabel === undefined ? [] : [{ value: null, label: emptyLabel }];
  const items: { value: string | null; label: string }[] = [...none, ...options];
  const chosen = options.find((option) => option.value === value);
  const [isOpen, setOpen] = useState(false);
  useLayer(isOpen, () => setOpen(false));
  return (
    <Base.Root
      items={items}
      value={value || null}
      onValueChange={onChange}
      open={isOpen}
      onOpenChange={(willOpen) => setOpen(willOpen)}
      modal={false}
    >
      <FormField
        {...{ label, error, hint, disabled }}
        labelElement={
          <Base.Label className={isLabelHidden ? 'visually-hidden' : labelClass}>
            {label}
          </Base.Label>
        }
      >
        <Base.Trigger className={styles.trigger} title={chosen?.label}>
          <Base.Value className={styles.value} placeholder={placeholder} />
          <Base.Icon className={styles.icon} render={<ChevronDown aria-hidden="true" />} />
        </Base.Trigger>
      </FormField>
      <Base.Portal>
        <Base.Positioner
          className={popupStyles.positioner}
          sideOffset={4}
          alignItemWithTrigger={false}
        >
          <Base.Popup className={popupStyles.popup}>
            <Base.List className={popupStyles.list}>
              {items.map((item) => (
                <Base.Item
                  key={item.value ?? ''}
                  value={item.value}
                  className={cx(popupStyles.item, item.value === null && popupStyles.none)}
                >
                  <Base.ItemText>{withBreaks(item.label)}</Base.ItemText>
                  <Base.ItemIndicator
                    className={popupStyles.mark}
                    render={<Check aria-hidden="true" />}
                  />
                </Base.Item>
              ))}
              {items.length === 0 && <p className={popupStyles.empty}>{uiTexts.nothingFound}</p>}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

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
    <Field.Root className={formFieldStyles.field} invalid={Boolean(error)} disabled={disabled}>
      {labelElement ?? (
        <Field.Label className={isLabelHidden ? 'visually-hidden' : labelClass}>
          {label}
        </Field.Label>
      )}
      {children}
      {hint && <Field.Description className={formFieldStyles.hint}>{hint}</Field.Description>}
      <Field.Error className={formFieldStyles.error} match={Boolean(error)}>
        <CircleAlert aria-hidden="true" />
        {error}
      </Field.Error>
    </Field.Root>
  );
}

/** Entities as the options of a select: their uuid and what they are called. */
export function toOptions<Entity extends { uuid: string }>(
  entities: Entity[] | undefined,
  label: (entity: Entity) => string,
): Option[] {
  return (entities ?? []).map((entity) => ({ value: entity.uuid, label: label(entity) }));
}
