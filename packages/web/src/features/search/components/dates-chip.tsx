import { Popover } from '@base-ui/react/popover';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useLayer } from '../../../shared/layers.ts';
import { Button } from '../../../shared/ui/button.tsx';
import popup from '../../../shared/ui/popup.module.css';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { firstOfLast, type SearchFilters, toDay } from '../panel-filters.ts';
import { searchTexts as texts } from '../search.texts.ts';
import { setFilters, useSearchView } from '../search-view.ts';
import { Chip, chipCollision, triggerClass } from './chip.tsx';
import styles from './dates-chip.module.css';

type Days = Pick<SearchFilters, 'since' | 'until'>;

/** When it was written: a beginning, an end, or both. */
export function DatesChip() {
  const since = useSearchView(({ filters }) => filters.since);
  const until = useSearchView(({ filters }) => filters.until);
  const [isOpen, setOpen] = useState(false);
  useLayer(isOpen, () => setOpen(false));
  const chosen = nameOf({ since, until });
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Chip chosen={chosen} onRemove={() => setFilters({ since: null, until: null })}>
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
          className={popup.positioner}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          collisionAvoidance={chipCollision}
        >
          <Popover.Popup className={popup.popup} aria-label={texts.dates}>
            <DatesForm {...{ since, until }} onDone={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function DatesForm({ since, until, onDone }: Days & { onDone: () => void }) {
  return (
    <div className={styles.form}>
      <div className={styles.last}>
        {Object.entries(texts.lastDays).map(([days, label]) => (
          <Button
            key={days}
            variant="secondary"
            size="s"
            onClick={() => {
              setFilters({ since: firstOfLast(Number(days)), until: null });
              onDone();
            }}
          >
            {label}
          </Button>
        ))}
      </div>
      <DayField label={texts.since} day={since} onChange={(day) => setFilters({ since: day })} />
      <DayField label={texts.until} day={until} onChange={(day) => setFilters({ until: day })} />
    </div>
  );
}

interface DayFieldProps {
  label: string;
  day: string | null;
  onChange: (day: string | null) => void;
}

/** What is half typed stays in the field, and is no day yet. */
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
