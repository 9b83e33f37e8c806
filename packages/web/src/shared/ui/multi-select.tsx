import { Combobox } from '@base-ui/react/combobox';
import { Check, Search, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { fold } from '../format/words.ts';
import { cx } from './cx.ts';
import styles from './multi-select.module.css';
import { FormField, type Option } from './select.tsx';
import type { FormFieldProps } from './text-field.tsx';
import { uiTexts } from './ui.texts.ts';
import { withBreaks } from './with-breaks.tsx';

interface MultiSelectProps<Item extends Option> extends FormFieldProps {
  options: Item[];
  value: string[];
  onChange: (value: string[]) => void;
  placeholder?: string;
  disabled?: boolean;
  /** How many may be chosen, if there is an end to it. */
  max?: number;
  /** Whether the option is one of those that the typed text looks for; as a rule by its label. */
  matches?: (option: Item, typed: string) => boolean;
  /** More than its label. */
  renderOption?: (option: Item) => ReactNode;
  /** The field is the only content of its dialog. */
  isTall?: boolean;
}

// More are found by typing; drawing thousands would make every key slow.
const MAX_SHOWN = 200;

/** Whatever the case and the accents, as the kit's own does; that one compares at every letter, too slow for thousands. */
const isInLabel = ({ label }: Option, typed: string) => fold(label).includes(fold(typed));

/**
 * Several of many: chips, a text that searches, and the options in the form itself. A popup would cover the
 * form's buttons, and hide them from screen readers, for as long as one goes on choosing.
 */
export function MultiSelect<Item extends Option = Option>(props: MultiSelectProps<Item>) {
  const { label, isLabelHidden, error, hint, options, value, onChange, disabled = false } = props;
  const { max = Number.POSITIVE_INFINITY, matches = isInLabel, renderOption, isTall } = props;
  const chosen = options.filter((option) => value.includes(option.value));
  const handleChange = (next: Item[], details: Combobox.Root.ChangeEventDetails) => {
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
      isItemEqualToValue={(one: Item, other: Item) => one.value === other.value}
      filter={matches}
      limit={MAX_SHOWN}
      disabled={disabled}
    >
      <FormField {...{ label, isLabelHidden, error, hint, disabled }}>
        <div className={styles.box}>
          <Chips {...{ chosen, disabled }} placeholder={props.placeholder ?? uiTexts.search} />
          {!disabled && (
            <OptionList {...{ chosen, renderOption, isTall }} isFull={chosen.length >= max} />
          )}
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

interface OptionListProps<Item extends Option>
  extends Pick<MultiSelectProps<Item>, 'renderOption' | 'isTall'> {
  chosen: Item[];
  /** No other one can be chosen. */
  isFull: boolean;
}

function OptionList<Item extends Option>(props: OptionListProps<Item>) {
  const { chosen, isFull, renderOption, isTall } = props;
  return (
    <>
      <Combobox.Empty>
        <p className={styles.empty}>{uiTexts.nothingFound}</p>
      </Combobox.Empty>
      <Combobox.List
        className={cx(styles.list, isTall && styles.tall)}
        aria-label={uiTexts.choices}
      >
        {(option: Item) => (
          <Combobox.Item
            key={option.value}
            value={option}
            className={styles.option}
            disabled={isFull && !chosen.includes(option)}
          >
            <span className={styles.check}>
              <Check aria-hidden="true" />
            </span>
            {renderOption ? renderOption(option) : <span>{withBreaks(option.label)}</span>}
          </Combobox.Item>
        )}
      </Combobox.List>
    </>
  );
}
