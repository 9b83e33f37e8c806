import { newPersonSchema, passwordText } from '@chat/contract/forms';
import type { Invitation } from '@chat/contract/users';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useRef } from 'react';
import {
  type Control,
  type UseFormReturn,
  type UseFormSetValue,
  useController,
  useForm,
  useWatch,
} from 'react-hook-form';
import { z } from 'zod';
import { FieldRow, SaveFormDialog } from '../../../shared/ui/save-form-dialog.tsx';
import { toOptions } from '../../../shared/ui/select.tsx';
import { MultiSelectField, SelectField } from '../../../shared/ui/select-field.tsx';
import { Switch } from '../../../shared/ui/switch.tsx';
import { PasswordField, TextField } from '../../../shared/ui/text-field.tsx';
import { useConfig } from '../../system/api.ts';
import { useGroups, useOffices, useProjects } from '../lists/lists.ts';
import { type NewUser, useCreateUser } from './api.ts';
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

/** How the new person comes in: by a password, or by an invitation to choose one. */
const entrySchema = (hasPasswords: boolean) =>
  z
    .object({ entry: z.enum(['password', 'invitation']), password: z.string() })
    .superRefine(({ entry, password }, refused) => {
      if (!hasPasswords || entry === 'invitation') return;
      for (const { message } of passwordText.safeParse(password).error?.issues ?? [])
        refused.addIssue({ code: 'custom', path: ['password'], message });
    });

/**
 * The form of a new user: their data and the place whose groups they join (rules/people 22). Without `hasPasswords` the
 * company's sign-in is the only way in.
 */
export const createUserFormSchema = (emailDomain: string, hasPasswords: boolean) =>
  newPersonSchema(emailDomain).and(entrySchema(hasPasswords)).and(placeSchema);

type CreateUserForm = z.input<ReturnType<typeof createUserFormSchema>>;

export const emptyUserForm: CreateUserForm = {
  firstName: '',
  lastName: '',
  email: '',
  entry: 'password',
  password: '',
  projectId: '',
  officeId: '',
  groupUuids: [],
};

/** The place only serves to find the groups; it is not sent. */
export function toUserBody(user: CreateUserForm, hasPasswords: boolean): NewUser {
  const { firstName, lastName, email, groupUuids } = user;
  const person = { firstName, lastName, email, groupUuids };
  if (!hasPasswords) return person;
  return user.entry === 'password'
    ? { ...person, password: user.password }
    : { ...person, invite: true };
}

interface CreateUserDialogProps {
  /** The new user is there, and this is their invitation. */
  onInvited: (email: string, invitation: Invitation) => void;
  onClose: () => void;
}

export function CreateUserDialog({ onInvited, onClose }: CreateUserDialogProps) {
  const config = useConfig().data;
  const emailDomain = config?.emailDomain ?? '';
  const create = useCreateUser(emailDomain);
  const hasPasswords = config?.passwordLogin !== false;
  const form = useForm<CreateUserForm>({
    resolver: standardSchemaResolver(createUserFormSchema(emailDomain, hasPasswords)),
    defaultValues: emptyUserForm,
  });
  const { errors } = form.formState;
  const show = useRef(onClose);
  const save = async (values: CreateUserForm) => {
    const { email, invitation } = await create.mutateAsync(toUserBody(values, hasPasswords));
    if (invitation) show.current = () => onInvited(email, invitation);
  };
  return (
    <SaveFormDialog
      title={texts.registerUser}
      form={form}
      save={save}
      saveLabel={texts.register}
      onClose={() => show.current()}
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
      {hasPasswords ? (
        <EntryFields form={form} />
      ) : (
        <p>{texts.companyOnlyHint(config?.oidcName ?? '')}</p>
      )}
      <UserPlaceFields control={form.control} setValue={form.setValue} />
    </SaveFormDialog>
  );
}

/** A password, or an invitation in its place. */
function EntryFields({ form }: { form: UseFormReturn<CreateUserForm> }) {
  const { field } = useController({ control: form.control, name: 'entry' });
  const isInvited = field.value === 'invitation';
  return (
    <>
      {!isInvited && (
        <PasswordField
          label={texts.password}
          autoComplete="new-password"
          error={form.formState.errors.password?.message}
          {...form.register('password')}
        />
      )}
      <Switch
        label={texts.inviteInstead}
        hint={isInvited && texts.inviteInsteadHint}
        checked={isInvited}
        onChange={(checked) => field.onChange(checked ? 'invitation' : 'password')}
      />
    </>
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
