import { type Hours, hoursSchema } from '@chat/contract/forms';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type Resolver, useController, useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { SaveFormDialog } from '../../../shared/ui/save-form-dialog.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { useSetWorkingHours } from './api.ts';
import {
  formOf,
  type HoursForm,
  type HoursFormApi,
  isAsSet,
  ownTimeZone,
  toHours,
} from './hours.ts';
import styles from './hours-dialog.module.css';
import { DaysEditor, HolidaysEditor } from './hours-editors.tsx';
import { workingHoursTexts as texts } from './working-hours.texts.ts';

interface HoursDialogProps {
  /** Null: the company's. */
  office: { uuid: string; name: string } | null;
  hours: Hours | null;
  /** Opened to set hours where there are none. */
  isFirst: boolean;
  onClose: () => void;
}

/** The hours of the company or of an office, as a form. */
export function HoursDialog({ office, hours, isFirst, onClose }: HoursDialogProps) {
  const setting = useSetWorkingHours();
  const form = useForm<HoursForm>({ resolver, defaultValues: formOf(hours, isFirst) });
  const { control } = form;
  const isOwn = useWatch({ control, name: 'isOwn' });
  return (
    <SaveFormDialog
      title={office ? texts.editOffice : texts.editCompany}
      description={office?.name}
      form={form}
      save={async (saved) => {
        if (isAsSet(saved, hours)) return;
        await setting.mutateAsync({ officeId: office?.uuid ?? null, hours: toHours(saved) });
      }}
      saveLabel={texts.save}
      onClose={onClose}
    >
      <ModeField form={form} isOffice={office !== null} />
      {isOwn && (
        <>
          <SelectField
            control={control}
            name="timezone"
            label={texts.timeZone}
            options={timeZones(hours?.timezone)}
          />
          <DaysEditor form={form} />
          <HolidaysEditor control={control} />
        </>
      )}
    </SaveFormDialog>
  );
}

const ownHours = standardSchemaResolver(hoursSchema.extend({ isOwn: z.boolean() }));

/** Hours of one's own are checked as the server checks them; without them there is nothing to check. */
const resolver: Resolver<HoursForm> = (values, context, options) =>
  values.isOwn ? ownHours(values, context, options) : { values, errors: {} };

/** The likely ones first. */
function timeZones(stored: string | undefined) {
  const likely = [stored, ownTimeZone(), 'Europe/Madrid', 'Atlantic/Canary', 'UTC'];
  const all = new Set([...likely, ...Intl.supportedValuesOf('timeZone')]);
  return [...all]
    .filter((zone) => zone !== undefined)
    .map((zone) => ({ value: zone, label: zone }));
}

/** Hours of one's own, or those that hold without them. */
function ModeField({ form, isOffice }: { form: HoursFormApi; isOffice: boolean }) {
  const { field } = useController({ control: form.control, name: 'isOwn' });
  const without = isOffice
    ? { label: texts.likeCompany, hint: texts.likeCompanyHint }
    : { label: texts.always, hint: texts.alwaysHint };
  const choices = [
    { ...without, isOwn: false },
    { label: texts.own, hint: texts.ownHint, isOwn: true },
  ];
  return (
    <fieldset className={styles.modes}>
      <legend className="visually-hidden">{texts.mode}</legend>
      {choices.map(({ label, hint, isOwn }) => (
        <label key={label} className={styles.mode}>
          <input
            type="radio"
            name={field.name}
            checked={field.value === isOwn}
            onChange={() => field.onChange(isOwn)}
          />
          <span>
            <span className={styles.modeName}>{label}</span>
            <span className={styles.modeHint}>{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
