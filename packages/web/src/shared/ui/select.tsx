import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useLayer } from '../layers.ts';
import { cx } from './cx.ts';
import { type FormFieldProps, labelClass } from './field-parts.ts';
import { FormField } from './form-field.tsx';
import popup from './popup.module.css';
import styles from './select.module.css';
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
        <Base.Positioner className={popup.positioner} sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className={popup.popup}>
            <Base.List className={popup.list}>
              {items.map((item) => (
                <Base.Item
                  key={item.value ?? ''}
                  value={item.value}
                  className={cx(popup.item, item.value === null && popup.none)}
                >
                  <Base.ItemText>{withBreaks(item.label)}</Base.ItemText>
                  <Base.ItemIndicator
                    className={popup.mark}
                    render={<Check aria-hidden="true" />}
                  />
                </Base.Item>
              ))}
              {items.length === 0 && <p className={popup.empty}>{uiTexts.nothingFound}</p>}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
