import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronDown, Search } from 'lucide-react';
import { fold } from '../../../shared/format/fold.ts';
import { useLayer } from '../../../shared/layers.ts';
import popup from '../../../shared/ui/popup.module.css';
import { uiTexts } from '../../../shared/ui/ui.texts.ts';
import { withBreaks } from '../../../shared/ui/with-breaks.tsx';
import type { Choice, Choices } from '../choice.ts';
import { searchTexts as texts } from '../search.texts.ts';
import { Chip, chipCollision, triggerClass } from './chip.tsx';
import styles from './choice-chip.module.css';

interface ChoiceChipProps {
  /** What kind of filter it is. */
  label: string;
  /** What has been chosen, in words. */
  chosen: string | null;
  value: string | null;
  placeholder: string;
  choices: Choices;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Null takes the filter away. */
  onChoose: (choice: Choice | null) => void;
}

// More are found by typing.
const MAX_SHOWN = 100;

/** Whatever the case and the accents; the kit's own compares letter by letter, too slow for thousands. */
const matches = ({ label, hint = '' }: Choice, typed: string) =>
  fold(`${label} ${hint}`).includes(fold(typed.trim()));

/** A filter that is one of many. */
export function ChoiceChip(props: ChoiceChipProps) {
  const { label, chosen, value, placeholder, choices, isOpen, onOpenChange, onChoose } = props;
  const { options } = choices;
  useLayer(isOpen, () => onOpenChange(false));
  return (
    <Combobox.Root
      items={options}
      value={options.find((option) => option.value === value) ?? null}
      onValueChange={(choice: Choice | null) => choice && onChoose(choice)}
      isItemEqualToValue={(one: Choice, other: Choice) => one.value === other.value}
      filter={matches}
      limit={MAX_SHOWN}
      open={isOpen}
      onOpenChange={(willOpen) => onOpenChange(willOpen)}
    >
      <Chip chosen={chosen} onRemove={() => onChoose(null)}>
        <Combobox.Trigger
          className={triggerClass}
          aria-label={chosen === null ? label : texts.change(label, chosen)}
          title={chosen ?? undefined}
        >
          <span>{chosen ?? label}</span>
          {chosen === null && <ChevronDown aria-hidden="true" />}
        </Combobox.Trigger>
      </Chip>
      <Combobox.Portal>
        <Combobox.Positioner
          className={popup.positioner}
          align="start"
          sideOffset={4}
          collisionAvoidance={chipCollision}
        >
          <Combobox.Popup className={popup.popup} aria-label={label}>
            <div className={styles.search}>
              <Search aria-hidden="true" />
              <Combobox.Input
                className={styles.input}
                aria-label={placeholder}
                placeholder={placeholder}
              />
            </div>
            <Combobox.Empty>
              <p className={popup.empty}>{emptyText(choices)}</p>
            </Combobox.Empty>
            <Combobox.List className={popup.list} aria-label={label}>
              {(choice: Choice) => <Option key={choice.value} choice={choice} />}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

function Option({ choice }: { choice: Choice }) {
  return (
    <Combobox.Item value={choice} className={popup.item}>
      <span className={styles.lines}>
        <span>{withBreaks(choice.label)}</span>
        {choice.hint && <span className={styles.hint}>{withBreaks(choice.hint)}</span>}
      </span>
      <Combobox.ItemIndicator className={popup.mark} render={<Check aria-hidden="true" />} />
    </Combobox.Item>
  );
}

function emptyText({ isLoading, hasFailed }: Choices): string {
  if (isLoading) return uiTexts.loading;
  return hasFailed ? texts.choicesFailed : uiTexts.nothingFound;
}
