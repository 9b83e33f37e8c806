import { CalendarPlus, Copy, Plus, X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { type Control, useController, useFieldArray, useWatch } from 'react-hook-form';
import { Button } from '../../../shared/ui/button.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { RowMenu } from '../../../shared/ui/row-menu.tsx';
import { FieldError, TextField } from '../../../shared/ui/text-field.tsx';
import {
  byYear,
  copyDay,
  type HoursForm,
  type HoursFormApi,
  isOvernight,
  nextSpan,
  toTime,
  week,
  workdays,
} from './hours.ts';
import styles from './hours-dialog.module.css';
import { workingHoursTexts as texts } from './working-hours.texts.ts';

/** Monday to Sunday, each with its spans. */
export function DaysEditor({ form }: { form: HoursFormApi }) {
  const { control, getValues } = form;
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'days' });
  const errors = form.formState.errors.days;
  const problem = errors?.message ?? errors?.root?.message;
  const copy = (from: number, to: readonly number[]) =>
    replace(copyDay(getValues('days'), from, to));
  return (
    <section className={styles.section} aria-label={texts.week}>
      <h3 className={styles.heading}>{texts.week}</h3>
      {week.map((day) => {
        const spans = fields
          .map((field, index) => ({ ...field, index }))
          .filter((field) => field.day === day);
        const add = () => {
          const stored = getValues('days').filter((span) => span.day === day);
          append({ day, ...nextSpan(stored) });
        };
        return (
          <fieldset key={day} className={styles.day}>
            <legend className="visually-hidden">{texts.dayName(day)}</legend>
            <span className={styles.dayName} aria-hidden="true">
              {texts.dayName(day)}
            </span>
            <div className={styles.spans}>
              {spans.length === 0 && <span className={styles.free}>{texts.free}</span>}
              {spans.map(({ id, index }, place) => (
                <SpanFields
                  key={id}
                  form={form}
                  place={{ day, index, number: place + 1 }}
                  onRemove={() => remove(index)}
                />
              ))}
            </div>
            <div className={styles.dayTools}>
              <IconButton label={texts.addSpan(day)} icon={Plus} size="s" onClick={add} />
              <RowMenu
                label={texts.copy(day)}
                icon={Copy}
                items={copyItems(day, (to) => copy(day, to))}
              />
            </div>
          </fieldset>
        );
      })}
      {problem && <FieldError role="alert">{problem}</FieldError>}
    </section>
  );
}

const copyItems = (day: number, copyTo: (days: readonly number[]) => void) => [
  { label: texts.copyToWorkdays, onSelect: () => copyTo(workdays) },
  { label: texts.copyToAll, onSelect: () => copyTo(week) },
  ...week
    .filter((other) => other !== day)
    .map((other) => ({ label: texts.copyTo(other), onSelect: () => copyTo([other]) })),
];

interface SpanFieldsProps {
  form: HoursFormApi;
  /** Where the span stands: its day, its place in the form, and the number by which its day calls it. */
  place: { day: number; index: number; number: number };
  onRemove: () => void;
}

/** From and to; what is wrong with them stands beneath both. */
function SpanFields({ form, place, onRemove }: SpanFieldsProps) {
  const { day, index, number } = place;
  const span = useWatch({ control: form.control, name: `days.${index}` });
  const errors = form.formState.errors.days?.[index];
  return (
    <div className={styles.span}>
      <TimeField
        control={form.control}
        name={`days.${index}.from`}
        label={texts.from(day, number)}
        error={errors?.from?.message}
      />
      <span aria-hidden="true">–</span>
      <TimeField
        control={form.control}
        name={`days.${index}.to`}
        label={texts.to(day, number)}
        error={errors?.to?.message}
      />
      {span && isOvernight(span) && <span className={styles.note}>{texts.nextDay}</span>}
      <IconButton
        label={texts.removeSpan(day, number)}
        icon={X}
        size="s"
        className={styles.remove}
        onClick={onRemove}
      />
    </div>
  );
}

interface TimeFieldProps {
  control: HoursFormApi['control'];
  name: `days.${number}.${'from' | 'to'}`;
  label: string;
  error: string | undefined;
}

/** Written by hand, for the browser's own field for times has no '24:00'. */
function TimeField({ control, name, label, error }: TimeFieldProps) {
  const { field } = useController({ control, name });
  const errorId = useId();
  return (
    <>
      <input
        {...field}
        className={styles.time}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        onBlur={({ currentTarget }) => {
          const time = toTime(currentTarget.value);
          if (time !== field.value) field.onChange(time);
          field.onBlur();
        }}
        onKeyDown={({ key, currentTarget }) => {
          // Enter sends the form before the field is left.
          if (key === 'Enter') field.onChange(toTime(currentTarget.value));
        }}
      />
      {error && (
        <FieldError id={errorId} className={styles.error}>
          {error}
        </FieldError>
      )}
    </>
  );
}

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
