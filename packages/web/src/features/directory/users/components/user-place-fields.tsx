import { type Control, Controller, type UseFormSetValue, useWatch } from 'react-hook-form';
import { FieldRow } from '../../../../shared/ui/field-row.tsx';
import { MultiSelect } from '../../../../shared/ui/multi-select.tsx';
import { Select } from '../../../../shared/ui/select.tsx';
import type { CreateUserForm } from '../create-user.form.ts';
import { usePlaceOptions } from '../hooks/use-place-options.ts';
import { usersTexts as texts } from '../users.texts.ts';

interface UserPlaceFieldsProps {
  control: Control<CreateUserForm>;
  setValue: UseFormSetValue<CreateUserForm>;
}

/** Project, its offices, their groups: a change clears what hangs on it (rules/people 23). */
export function UserPlaceFields({ control, setValue }: UserPlaceFieldsProps) {
  const [projectId, officeId] = useWatch({ control, name: ['projectId', 'officeId'] });
  const options = usePlaceOptions(projectId, officeId);
  const changeOffice = (office: string | null) => {
    setValue('officeId', office ?? '', { shouldValidate: Boolean(office) });
    setValue('groupUuids', []);
  };
  const changeProject = (project: string | null) => {
    setValue('projectId', project ?? '');
    changeOffice(null);
  };
  return (
    <>
      <FieldRow>
        <Controller
          control={control}
          name="projectId"
          render={({ field, fieldState }) => (
            <Select
              label={texts.project}
              emptyLabel={texts.noProject}
              options={options.projects}
              value={field.value}
              onChange={changeProject}
              error={fieldState.error?.message}
            />
          )}
        />
        <Controller
          control={control}
          name="officeId"
          render={({ field, fieldState }) => (
            <Select
              label={texts.office}
              options={options.offices}
              value={field.value}
              onChange={changeOffice}
              disabled={!projectId}
              placeholder={projectId ? undefined : texts.noOfficesYet}
              error={fieldState.error?.message}
            />
          )}
        />
      </FieldRow>
      <Controller
        control={control}
        name="groupUuids"
        render={({ field, fieldState }) => (
          <MultiSelect
            label={texts.groups}
            options={options.groups}
            value={field.value}
            onChange={field.onChange}
            disabled={!officeId}
            placeholder={officeId ? undefined : texts.noGroupsYet}
            error={fieldState.error?.message}
          />
        )}
      />
    </>
  );
}
