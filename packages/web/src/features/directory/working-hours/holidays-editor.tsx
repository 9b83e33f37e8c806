import { CalendarPlus, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { Button } from '../../../shared/ui/button.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { byYear, type HoursForm } from './hours.ts';
import styles from './hours-dialog.module.css';
import { workingHoursTexts as texts } from './working-hours.texts.ts';

/** Dates that are free as a whole: added one by one, listed by their years. */
export function HolidaysEditor({ control }: { control: Control<HoursForm> }) {
  const { field, fieldState } = useController({ control, name: 'holidays' });
  const [date, setDate] = useState('');
  const [problem, setProblem] = useState<string>();
  const add = () => {
    if (!/^\d{4}-\d\d-\d\d$/.test(date)) return setProblem(texts.noDate);
    if (field.value.includes(date)) return setProblem(texts.isListed);
    field.onChange([...field.value, date].sort());
    setDate('');
    setProblem(undefined);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // The form would be sent.
    event.preventDefault();
    add();
  };
  const error = problem ?? fieldState.error?.message ?? fieldState.error?.root?.message;
  return (
    <section className={styles.section} aria-label={texts.holidays}>
      <h3 className={styles.heading}>{texts.holidays}</h3>
      <div className={styles.newHoliday}>
        <TextField
          type="date"
          label={texts.newHoliday}
          isLabelHidden
          value={date}
          error={error}
          onChange={({ currentTarget }) => {
            setDate(currentTarget.value);
            setProblem(undefined);
          }}
          onKeyDown={handleKeyDown}
        />
        <Button variant="secondary" icon={<CalendarPlus aria-hidden="true" />} onClick={add}>
          {texts.addHoliday}
        </Button>
      </div>
      {field.value.length === 0 && <p className={styles.free}>{texts.noHolidays}</p>}
      <Years
        holidays={field.value}
        onRemove={(date) => field.onChange(field.value.filter((kept) => kept !== date))}
      />
    </section>
  );
}

interface YearsProps {
  holidays: string[];
  onRemove: (date: string) => void;
}

function Years({ holidays, onRemove }: YearsProps) {
  return byYear(holidays).map(([year, dates]) => (
    <div key={year} className={styles.year}>
      <h4 className={styles.yearName}>{year}</h4>
      <ul className={styles.holidays} aria-label={`${texts.holidays} ${year}`}>
        {dates.map((date) => (
          <li key={date} className={styles.holiday}>
            <span>{texts.date(date)}</span>
            <span className={styles.free}>{texts.weekday(date)}</span>
            <IconButton
              label={texts.removeHoliday(date)}
              icon={X}
              size="s"
              withTooltip={false}
              onClick={() => onRemove(date)}
            />
          </li>
        ))}
      </ul>
    </div>
  ));
}
