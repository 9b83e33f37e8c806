import { Combobox } from '@base-ui/react/combobox';
import { Check, Search, X } from 'lucide-react';
import { fold } from '../format/fold.ts';
import { FormField, type FormFieldProps } from './form-field.tsx';
import styles from './multi-select.module.css';
import type { Option } from './select.tsx';
import { uiTexts } from './ui.texts.ts';
import { withBreaks } from './with-breaks.tsx';

interface MultiSelectProps extends FormFieldProps {
  options: Option[];
  value: string[];
  onChange: (value: string[]) => void;
  placeholder?: string;
  disabled?: boolean;
}

// More are found by typing; drawing thousands would make every key slow.
const MAX_SHOWN = 200;

/** Whatever the case and the accents, as the kit's own does; that one compares at every letter, too slow for thousands. */
const matches = ({ label }: Option, typed: string) => fold(label).includes(fold(typed));

/**
 * Several of many: chips, a text that searches, and the options in the form itself. A popup would cover the
 * form's buttons, and hide them from screen readers, for as long as one goes on choosing.
 */
export function MultiSelect(props: MultiSelectProps) {
  const { label, isLabelHidden, error, hint, options, value, onChange, disabled = false } = props;
  const chosen = options.filter((option) => value.includes(option.value));
  const handleChange = (next: Option[], details: Combobox.Root.ChangeEventDetails) => {
    // Escape means "away from here", not "throw away what I chose".
    if (details.reason === 'escape-key') details.cancel();
    else onChange(next.map((option) => option.value));
  };
  return (
    <Combobox.Root
      multiple
      inline
      open={!disabled}
      items={options}
      value={chosen}
      onValueChange={handleChange}
      isItemEqualToValue={(one: Option, other: Option) => one.value === other.value}
      filter={matches}
      limit={MAX_SHOWN}
      disabled={disabled}
    >
      <FormField {...{ label, isLabelHidden, error, hint, disabled }}>
        <div className={styles.box}>
          <Chips {...{ chosen, disabled }} placeholder={props.placeholder ?? uiTexts.search} />
          {!disabled && <OptionList />}
        </div>
      </FormField>
    </Combobox.Root>
  );
}

interface ChipsProps {
  chosen: Option[];
  placeholder: string;
  disabled: boolean;
}

function Chips({ chosen, placeholder, disabled }: ChipsProps) {
  return (
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
      <span className={styles.search}>
        <Search aria-hidden="true" />
        <Combobox.Input
          className={styles.input}
          placeholder={placeholder}
          aria-description={uiTexts.selected(chosen.length)}
          // Disabled it has no list, so it must not claim an open one.
          {...(disabled && { 'aria-expanded': false })}
        />
      </span>
    </Combobox.Chips>
  );
}

function OptionList() {
  return (
    <>
      <Combobox.Empty>
        <p className={styles.empty}>{uiTexts.nothingFound}</p>
      </Combobox.Empty>
      <Combobox.List className={styles.list} aria-label={uiTexts.choices}>
        {(option: Option) => (
          <Combobox.Item key={option.value} value={option} className={styles.option}>
            <span className={styles.check}>
              <Check aria-hidden="true" />
            </span>
            <span>{withBreaks(option.label)}</span>
          </Combobox.Item>
        )}
      </Combobox.List>
    </>
  );
}
