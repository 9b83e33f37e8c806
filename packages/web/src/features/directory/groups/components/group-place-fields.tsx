import { type Control, type UseFormSetValue, useWatch } from 'react-hook-form';
import { FieldRow } from '../../../../shared/ui/field-row.tsx';
import { SelectField } from '../../../../shared/ui/select-field.tsx';
import { Switch } from '../../../../shared/ui/switch.tsx';
import { toOptions } from '../../../../shared/ui/to-options.ts';
import { useOffices } from '../../lists/list-offices.ts';
import { useProjects } from '../../lists/list-projects.ts';
import { adminGroupsTexts as texts } from '../admin-groups.texts.ts';
import type { CreateGroupForm } from '../create-group.form.ts';

interface GroupPlaceFieldsProps {
  control: Control<CreateGroupForm>;
  setValue: UseFormSetValue<CreateGroupForm>;
}

/** Project and office, or the switch that does without; a new project clears the office (rules/groups 4, 23). */
export function GroupPlaceFields({ control, setValue }: GroupPlaceFieldsProps) {
  const [isWithoutOffice, projectId] = useWatch({
    control,
    name: ['isWithoutOffice', 'projectId'],
  });
  const projects = useProjects().data;
  const offices = useOffices().data?.filter(({ project }) => project.uuid === projectId);
  const changeProject = (project: string) => {
    setValue('projectId', project, { shouldValidate: Boolean(project) });
    setValue('officeId', '');
  };
  const changeSwitch = (checked: boolean) => {
    setValue('isWithoutOffice', checked);
    changeProject('');
  };
  return (
    <>
      <Switch label={texts.withoutOffice} checked={isWithoutOffice} onChange={changeSwitch} />
      {!isWithoutOffice && (
        <FieldRow>
          <SelectField
            control={control}
            name="projectId"
            label={texts.project}
            options={toOptions(projects, ({ name }) => name)}
            onChange={changeProject}
          />
          <SelectField
            control={control}
            name="officeId"
            label={texts.office}
            options={toOptions(offices, ({ name }) => name)}
            disabled={!projectId}
            placeholder={projectId ? undefined : texts.noOfficesYet}
          />
        </FieldRow>
      )}
    </>
  );
}
