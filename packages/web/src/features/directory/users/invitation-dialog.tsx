import type { Invitation, User } from '@chat/contract/users';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { formatWhen } from '../../../shared/format/time.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { SaveFormDialog } from '../../../shared/ui/save-form-dialog.tsx';
import { PasswordField, TextField } from '../../../shared/ui/text-field.tsx';
import { useConfig } from '../../system/api.ts';
import { useForgetCompanyAccount, useInvite, useRemoveTwoSteps } from './api.ts';
import { usersTexts } from './users.texts.ts';

interface InviteDialogProps {
  user: User;
  onInvited: (email: string, invitation: Invitation) => void;
  onClose: () => void;
}

/** Asks before a link is made: it ends the link before, and for an administrator takes the caller's own password. */
export function InviteDialog({ user, onInvited, onClose }: InviteDialogProps) {
  const invite = useInvite();
  const show = useRef(onClose);
  const save = async (currentPassword: string) => {
    const invitation = await invite.mutateAsync({ userId: user.uuid, currentPassword });
    show.current = () => onInvited(user.email, invitation);
  };
  return (
    <ProvenForm
      title={usersTexts.invite}
      description={usersTexts.inviteHint(user.email)}
      label={usersTexts.createInvitation}
      isProofNeeded={user.isAdmin}
      save={save}
      onClose={() => show.current()}
    />
  );
}

interface InvitationLinkProps {
  email: string;
  invitation: Invitation;
  onClose: () => void;
}

/** The link, which is shown this once (rules/arrivals 10). */
export function InvitationLink({ email, invitation, onClose }: InvitationLinkProps) {
  const { url, expiresAt } = invitation;
  const texts = usersTexts.invitation;
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={texts.title}
      description={texts.forWhom(email)}
      width={500}
      footer={<Button onClick={onClose}>{texts.done}</Button>}
    >
      <TextField
        label={texts.link}
        hint={texts.until(formatWhen(expiresAt, new Date()))}
        value={url}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div>
        <CopyButton text={url} label={texts.copy} copied={texts.copied} failed={texts.copyFailed} />
      </div>
    </FormDialog>
  );
}

interface TakeAwayDialogProps {
  action: 'removeTwoSteps' | 'forgetCompany';
  user: User;
  onClose: () => void;
}

const questions = {
  removeTwoSteps: { hint: usersTexts.removeTwoStepsHint, label: usersTexts.remove },
  forgetCompany: { hint: usersTexts.forgetCompanyHint, label: usersTexts.forget },
};

/** Takes away what somebody proves with who they are; a session alone is not enough for that. */
export function TakeAwayDialog({ action, user, onClose }: TakeAwayDialogProps) {
  const changes = { removeTwoSteps: useRemoveTwoSteps(), forgetCompany: useForgetCompanyAccount() };
  const { hint, label } = questions[action];
  return (
    <ProvenForm
      title={usersTexts[action]}
      description={hint(user.email)}
      label={label}
      isProofNeeded
      save={(currentPassword) =>
        changes[action].mutateAsync({ userId: user.uuid, currentPassword })
      }
      onClose={onClose}
    />
  );
}

interface ProvenFormProps {
  title: string;
  description: string;
  label: string;
  isProofNeeded: boolean;
  save: (currentPassword: string) => Promise<unknown>;
  onClose: () => void;
}

/** A form whose one field is the caller's own password; the server says whether it may be left blank. */
function ProvenForm({ title, description, label, isProofNeeded, save, onClose }: ProvenFormProps) {
  const oidcName = useConfig().data?.oidcName;
  const form = useForm({ defaultValues: { currentPassword: '' } });
  return (
    <SaveFormDialog
      title={title}
      description={description}
      form={form}
      save={({ currentPassword }) => save(currentPassword)}
      saveLabel={label}
      onClose={onClose}
    >
      {isProofNeeded && (
        <PasswordField
          label={usersTexts.ownPassword}
          hint={oidcName && usersTexts.ownPasswordHint(oidcName)}
          autoComplete="current-password"
          error={form.formState.errors.currentPassword?.message}
          {...form.register('currentPassword')}
        />
      )}
    </SaveFormDialog>
  );
}
