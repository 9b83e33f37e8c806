import { CircleAlert, Copy, Plus, X } from 'lucide-react';
import { useController, useFieldArray, useWatch } from 'react-hook-form';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { RowMenu } from '../../../shared/ui/row-menu.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import {
  copyDay,
  fromField,
  isMidnight,
  isOvernight,
  nextSpan,
  toField,
  week,
  workdays,
} from './hours.ts';
import styles from './hours-dialog.module.css';
import type { HoursFormApi } from './hours-dialog.tsx';
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
      {problem && (
        <p className={styles.problem} role="alert">
          <CircleAlert aria-hidden="true" />
          {problem}
        </p>
      )}
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

/** From and to; an error of one of them stands under both. */
function SpanFields({ form, place, onRemove }: SpanFieldsProps) {
  const { day, index, number } = place;
  const { control, register, formState } = form;
  const span = useWatch({ control, name: `days.${index}` });
  const to = useController({ control, name: `days.${index}.to` }).field;
  const errors = formState.errors.days?.[index];
  return (
    <div className={styles.span}>
      <TextField
        type="time"
        label={texts.from(day, number)}
        isLabelHidden
        error={errors?.from?.message}
        {...register(`days.${index}.from`)}
      />
      <span aria-hidden="true" className={styles.dash}>
        –
      </span>
      <TextField
        type="time"
        label={texts.to(day, number)}
        isLabelHidden
        error={errors?.to?.message}
        {...to}
        value={toField(to.value)}
        onChange={({ currentTarget }) => to.onChange(fromField(currentTarget.value))}
      />
      <IconButton
        label={texts.removeSpan(day, number)}
        icon={X}
        size="s"
        className={styles.remove}
        onClick={onRemove}
      />
      {span && isOvernight(span) && <span className={styles.note}>{texts.nextDay}</span>}
      {span && isMidnight(span.to) && <span className={styles.note}>{texts.midnight}</span>}
    </div>
  );
}
