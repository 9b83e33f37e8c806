import { createUserSchema } from '@chat/contract/forms';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type Control, type UseFormSetValue, useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { FieldRow, SaveFormDialog } from '../../../shared/ui/save-form-dialog.tsx';
import { toOptions } from '../../../shared/ui/select.tsx';
import { MultiSelectField, SelectField } from '../../../shared/ui/select-field.tsx';
import { PasswordField, TextField } from '../../../shared/ui/text-field.tsx';
import { useConfig } from '../../system/api.ts';
import { useGroups, useOffices, useProjects } from '../lists/lists.ts';
import { useCreateUser } from './api.ts';
import { usersTexts as texts } from './users.texts.ts';

// Apart from the names, so that both errors show at once: a refinement waits for all fields of its own object.
const placeSchema = z
  .object({ projectId: z.string(), officeId: z.string(), groupUuids: z.array(z.string()) })
  .refine(({ projectId, officeId }) => !projectId || officeId, {
    path: ['officeId'],
    error: texts.officeRequired,
  })
  .refine(({ officeId, groupUuids }) => !officeId || groupUuids.length > 0, {
    path: ['groupUuids'],
    error: texts.groupsRequired,
  });

/** The form of a new user: their data and the place whose groups they join (rules/people 22). */
export const createUserFormSchema = (emailDomain: string) =>
  createUserSchema(emailDomain)
    .omit({ role: true, currentPassword: true, groupUuids: true })
    .and(placeSchema);

type CreateUserForm = z.input<ReturnType<typeof createUserFormSchema>>;
export type CreateUserBody = Omit<CreateUserForm, 'projectId' | 'officeId'>;

export const emptyUserForm: CreateUserForm = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  projectId: '',
  officeId: '',
  groupUuids: [],
};

/** The place only serves to find the groups; it is not sent. */
export function toUserBody({ projectId, officeId, ...body }: CreateUserForm): CreateUserBody {
  return body;
}

export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const emailDomain = useConfig().data?.emailDomain ?? '';
  const create = useCreateUser(emailDomain);
  const form = useForm({
    resolver: standardSchemaResolver(createUserFormSchema(emailDomain)),
    defaultValues: emptyUserForm,
  });
  const { errors } = form.formState;
  return (
    <SaveFormDialog
      title={texts.registerUser}
      form={form}
      save={(values) => create.mutateAsync(toUserBody(values))}
      saveLabel={texts.register}
      onClose={onClose}
    >
      <FieldRow>
        <TextField
          label={texts.firstName}
          autoComplete="off"
          error={errors.firstName?.message}
          {...form.register('firstName')}
        />
        <TextField
          label={texts.lastName}
          autoComplete="off"
          error={errors.lastName?.message}
          {...form.register('lastName')}
        />
      </FieldRow>
      <TextField
        label={texts.email}
        placeholder={emailDomain && texts.emailExample(emailDomain)}
        hint={emailDomain && texts.emailHint(emailDomain)}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        {...form.register('email')}
      />
      <PasswordField
        label={texts.password}
        autoComplete="new-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <UserPlaceFields control={form.control} setValue={form.setValue} />
    </SaveFormDialog>
  );
}

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

const name = (entity: { name: string }) => entity.name;

/** The options below the project and the office chosen so far. */
function usePlaceOptions(projectId: string, officeId: string) {
  const projects = useProjects().data;
  const offices = useOffices().data?.filter(({ project }) => project.uuid === projectId);
  const groups = useGroups().data?.filter(({ officine }) => officine?.uuid === officeId);
  return {
    projects: toOptions(projects, name),
    offices: toOptions(offices, name),
    groups: toOptions(groups, name),
  };
}
