import {
  type EraseGroupInput,
  type EraseUserInput,
  eraseGroupSchema,
  eraseUserSchema,
} from '@chat/contract/forms';
import { type DeletedGroup, type DeletedUser, eraseGroup, eraseUser } from '@chat/contract/holds';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { ApiError, errorMessage, isRefusal } from '../../shared/api-error.ts';
import { callApi } from '../../shared/call-api.ts';
import { useSingleMutation } from '../../shared/toast/mutations.ts';
import { notify } from '../../shared/toast/notify.ts';
import { SaveFormDialog } from '../../shared/ui/save-form-dialog.tsx';
import { Switch } from '../../shared/ui/switch.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { erasureTexts as texts } from './erasure.texts.ts';

/** Whatever the server refuses stands under the field that confirms, as its own errors do. */
function underField(error: unknown, field: string): unknown {
  if (!(error instanceof ApiError) || !isRefusal(error)) return error;
  const { message, status, errors } = error;
  return new ApiError({ message, status, errors: { [field]: [message], ...errors } }, error);
}

interface Erasing<Body> {
  erase: (body: Body) => Promise<unknown>;
  field: keyof Body & string;
  done: string;
}

function useErasing<Body>({ erase, field, done }: Erasing<Body>) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: Body) =>
      erase(body).catch((error: unknown) => {
        throw underField(error, field);
      }),
    onSuccess: () => {
      notify(done);
      return queryClient.invalidateQueries();
    },
    onError: (error) => {
      if (!isRefusal(error)) notify(errorMessage(error, texts.failed), 'error');
    },
  });
}

interface EraseUserDialogProps {
  user: DeletedUser;
  onClose: () => void;
}

/** The e-mail is typed to confirm (rules/erasure 11). */
export function EraseUserDialog({ user, onClose }: EraseUserDialogProps) {
  const { uuid: userId, email } = user;
  const erasing = useErasing<EraseUserInput>({
    erase: (body) => callApi(eraseUser, { params: { userId }, body }),
    field: 'email',
    done: texts.users.done,
  });
  const form = useForm({
    resolver: standardSchemaResolver(eraseUserSchema),
    defaultValues: { email: '', messages: false },
  });
  const messages = useWatch({ control: form.control, name: 'messages' });
  return (
    <SaveFormDialog
      title={texts.erase}
      description={texts.users.about(email)}
      form={form}
      save={erasing.mutateAsync}
      saveLabel={texts.erase}
      isDanger
      onClose={onClose}
    >
      <Switch
        label={texts.users.messages}
        hint={messages ? texts.users.withMessages : texts.users.withoutMessages}
        checked={messages}
        onChange={(checked) => form.setValue('messages', checked, { shouldDirty: true })}
      />
      <TextField
        label={texts.users.email}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={form.formState.errors.email?.message}
        {...form.register('email')}
      />
    </SaveFormDialog>
  );
}

interface EraseGroupDialogProps {
  group: DeletedGroup;
  onClose: () => void;
}

/** The name is typed to confirm. */
export function EraseGroupDialog({ group, onClose }: EraseGroupDialogProps) {
  const { uuid: groupId, name } = group;
  const erasing = useErasing<EraseGroupInput>({
    erase: (body) => callApi(eraseGroup, { params: { groupId }, body }),
    field: 'name',
    done: texts.groups.done,
  });
  const form = useForm({
    resolver: standardSchemaResolver(eraseGroupSchema),
    defaultValues: { name: '' },
  });
  return (
    <SaveFormDialog
      title={texts.erase}
      description={texts.groups.about(name)}
      form={form}
      save={erasing.mutateAsync}
      saveLabel={texts.erase}
      isDanger
      onClose={onClose}
    >
      <TextField
        label={texts.groups.name}
        autoComplete="off"
        error={form.formState.errors.name?.message}
        {...form.register('name')}
      />
    </SaveFormDialog>
  );
}
