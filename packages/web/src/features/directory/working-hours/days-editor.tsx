import { Copy, Plus, X } from 'lucide-react';
import { useId } from 'react';
import { useController, useFieldArray, useWatch } from 'react-hook-form';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { RowMenu } from '../../../shared/ui/row-menu.tsx';
import { FieldError } from '../../../shared/ui/text-field.tsx';
import {
  copyDay,
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
