import { type Control, type UseFormSetValue, useWatch } from 'react-hook-form';
import { FieldRow } from '../../../../shared/ui/field-row.tsx';
import { MultiSelectField, SelectField } from '../../../../shared/ui/select-field.tsx';
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
  const changeOffice = (office: string) => {
    setValue('officeId', office, { shouldValidate: Boolean(office) });
    setValue('groupUuids', []);
  };
  const changeProject = (project: string) => {
    setValue('projectId', project);
    changeOffice('');
  };
  return (
    <>
      <FieldRow>
        <SelectField
          control={control}
          name="projectId"
          label={texts.project}
          emptyLabel={texts.noProject}
          options={options.projects}
          onChange={changeProject}
        />
        <SelectField
          control={control}
          name="officeId"
          label={texts.office}
          options={options.offices}
          onChange={changeOffice}
          disabled={!projectId}
          placeholder={projectId ? undefined : texts.noOfficesYet}
        />
      </FieldRow>
      <MultiSelectField
        control={control}
        name="groupUuids"
        label={texts.groups}
        options={options.groups}
        disabled={!officeId}
        placeholder={officeId ? undefined : texts.noGroupsYet}
      />
    </>
  );
}
