import { Combobox } from '@base-ui/react/combobox';
import { Popover } from '@base-ui/react/popover';
import { Check, ChevronDown, Search, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Days, firstOfLast, toDay } from '../format/time.ts';
import { fold } from '../format/words.ts';
import { useLayer } from '../layers.ts';
import { Button } from './button.tsx';
import styles from './chips.module.css';
import { chipsTexts as texts } from './chips.texts.ts';
import { cx } from './cx.ts';
import popupStyles from './popup.module.css';
import { TextField } from './text-field.tsx';
import { uiTexts } from './ui.texts.ts';
import { withBreaks } from './with-breaks.tsx';

/** One of what a filter offers. */
export interface Choice {
  value: string;
  label: string;
  hint?: string;
}

export interface Choices {
  options: Choice[];
  isLoading: boolean;
  hasFailed: boolean;
}

interface ChoiceChipProps {
  /** The kind of filter. */
  label: string;
  /** The chosen value, in words. */
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
          className={popupStyles.positioner}
          align="start"
          sideOffset={4}
          collisionAvoidance={chipCollision}
        >
          <Combobox.Popup className={popupStyles.popup} aria-label={label}>
            <div className={styles.search}>
              <Search aria-hidden="true" />
              <Combobox.Input
                className={styles.input}
                aria-label={placeholder}
                placeholder={placeholder}
              />
            </div>
            <Combobox.Empty>
              <p className={popupStyles.empty}>{emptyText(choices)}</p>
            </Combobox.Empty>
            <Combobox.List className={popupStyles.list} aria-label={label}>
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
    <Combobox.Item value={choice} className={popupStyles.item}>
      <span className={styles.lines}>
        <span>{withBreaks(choice.label)}</span>
        {choice.hint && <span className={styles.hint}>{withBreaks(choice.hint)}</span>}
      </span>
      <Combobox.ItemIndicator className={popupStyles.mark} render={<Check aria-hidden="true" />} />
    </Combobox.Item>
  );
}

function emptyText({ isLoading, hasFailed }: Choices): string {
  if (isLoading) return uiTexts.loading;
  return hasFailed ? texts.choicesFailed : uiTexts.nothingFound;
}

interface DatesProps extends Days {
  /** Null takes a beginning or an end away. */
  onChange: (change: Partial<Days>) => void;
}

/** A filter by time: a beginning, an end, or both. */
export function DatesChip({ since, until, onChange }: DatesProps) {
  const [isOpen, setOpen] = useState(false);
  useLayer(isOpen, () => setOpen(false));
  const chosen = nameOf({ since, until });
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Chip chosen={chosen} onRemove={() => onChange({ since: null, until: null })}>
        <Popover.Trigger
          className={triggerClass}
          aria-label={chosen === null ? texts.dates : texts.change(texts.dates, chosen)}
        >
          <span>{chosen ?? texts.dates}</span>
          {chosen === null && <ChevronDown aria-hidden="true" />}
        </Popover.Trigger>
      </Chip>
      <Popover.Portal>
        <Popover.Positioner
          className={popupStyles.positioner}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          collisionAvoidance={chipCollision}
        >
          <Popover.Popup className={popupStyles.popup} aria-label={texts.dates}>
            <DatesForm {...{ since, until, onChange }} onDone={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function DatesForm({ since, until, onChange, onDone }: DatesProps & { onDone: () => void }) {
  return (
    <div className={styles.form}>
      <div className={styles.last}>
        {Object.entries(texts.lastDays).map(([days, label]) => (
          <Button
            key={days}
            variant="secondary"
            size="s"
            onClick={() => {
              onChange({ since: firstOfLast(Number(days)), until: null });
              onDone();
            }}
          >
            {label}
          </Button>
        ))}
      </div>
      <DayField label={texts.since} day={since} onChange={(day) => onChange({ since: day })} />
      <DayField label={texts.until} day={until} onChange={(day) => onChange({ until: day })} />
    </div>
  );
}

interface DayFieldProps {
  label: string;
  day: string | null;
  onChange: (day: string | null) => void;
}

/** A date typed by half stays in the field, and is no day yet. */
function DayField({ label, day, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState(day ?? '');
  return (
    <TextField
      type="date"
      label={label}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(toDay(target.value));
      }}
    />
  );
}

const spoken = (day: string) => day.split('-').reverse().join('-');

function nameOf({ since, until }: Days): string | null {
  const { chosen } = texts;
  if (since && until) {
    return since === until
      ? chosen.on(spoken(since))
      : chosen.between(spoken(since), spoken(until));
  }
  if (since) return chosen.since(spoken(since));
  return until && chosen.until(spoken(until));
}

interface ChipProps {
  /** The filter's value, in words. */
  chosen: string | null;
  onRemove: () => void;
  /** The button that opens it, with `triggerClass`. */
  children: ReactNode;
}

const triggerClass = styles.trigger;

/** On a low screen what it opens would rather cover it than have no height. */
const chipCollision = { side: 'shift', align: 'shift', fallbackAxisSide: 'none' } as const;

/** A filter, with a way to take it off once it is set. */
function Chip({ chosen, onRemove, children }: ChipProps) {
  return (
    <span className={cx(styles.chip, chosen !== null && styles.set)}>
      {children}
      {chosen !== null && (
        <button
          type="button"
          className={styles.remove}
          aria-label={uiTexts.remove(chosen)}
          onClick={({ currentTarget }) => {
            // The button disappears, so the focus moves to the button that opens the filter.
            currentTarget.parentElement?.querySelector('button')?.focus();
            onRemove();
          }}
        >
          <X aria-hidden="true" />
        </button>
      )}
    </span>
  );
}
