import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronDown, X } from 'lucide-react';
import { FormField, type FormFieldProps } from './form-field.tsx';
import styles from './multi-select.module.css';
import popup from './popup.module.css';
import type { Option } from './select.tsx';
import { uiTexts } from './ui.texts.ts';

interface MultiSelectProps extends FormFieldProps {
  options: Option[];
  value: string[];
  onChange: (value: string[]) => void;
  placeholder?: string;
  disabled?: boolean;
}

/** Several of many: chips, and a text that searches among the options. */
export function MultiSelect(props: MultiSelectProps) {
  const { label, isLabelHidden, error, hint, options, value, onChange, disabled } = props;
  const chosen = options.filter((option) => value.includes(option.value));
  const isEqual = (one: Option, other: Option) => one.value === other.value;
  const handleChange = (next: Option[], details: Combobox.Root.ChangeEventDetails) => {
    // Escape means "away from here", not "throw away what I chose".
    if (details.reason === 'escape-key') details.cancel();
    else onChange(next.map((option) => option.value));
  };
  return (
    <Combobox.Root
      multiple
      items={options}
      value={chosen}
      onValueChange={handleChange}
      isItemEqualToValue={isEqual}
      disabled={disabled}
    >
      <FormField {...{ label, isLabelHidden, error, hint, disabled }}>
        <Combobox.InputGroup className={styles.box}>
          <Combobox.Chips className={styles.chips}>
            {chosen.map((option) => (
              <Combobox.Chip key={option.value} className={styles.chip} aria-label={option.label}>
                <span className={styles.chipText}>{option.label}</span>
                <Combobox.ChipRemove
                  className={styles.chipRemove}
                  aria-label={uiTexts.remove(option.label)}
                >
                  <X aria-hidden="true" />
                </Combobox.ChipRemove>
              </Combobox.Chip>
            ))}
            <Combobox.Input
              className={styles.input}
              placeholder={chosen.length > 0 ? '' : (props.placeholder ?? uiTexts.select)}
              aria-description={chosen.length > 0 ? uiTexts.selected(chosen.length) : undefined}
            />
          </Combobox.Chips>
          <Combobox.Icon className={styles.icon} render={<ChevronDown aria-hidden="true" />} />
        </Combobox.InputGroup>
      </FormField>
      <OptionList />
    </Combobox.Root>
  );
}

function OptionList() {
  return (
    <Combobox.Portal>
      <Combobox.Positioner className={popup.positioner} sideOffset={4}>
        <Combobox.Popup className={popup.popup}>
          <Combobox.Empty>
            <p className={popup.empty}>{uiTexts.nothingFound}</p>
          </Combobox.Empty>
          <Combobox.List className={popup.list}>
            {(option: Option) => (
              <Combobox.Item key={option.value} value={option} className={popup.item}>
                {option.label}
                <Combobox.ItemIndicator
                  className={popup.mark}
                  render={<Check aria-hidden="true" />}
                />
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}
