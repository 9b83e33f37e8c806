import type { Invitation, User } from '@chat/contract/users';
import { Download, FileUp, Trash2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { ChangeOwnPasswordDialog } from '../features/account/own-password.tsx';
import { exportTexts } from '../features/data-exports/data-exports.texts.ts';
import { useExportUsers } from '../features/directory/users/api.ts';
import { CreateUserDialog } from '../features/directory/users/create-user-dialog.tsx';
import {
  EditUserDialog,
  SetPasswordDialog,
  UserConfirmDialog,
} from '../features/directory/users/user-dialogs.tsx';
import { usersTexts } from '../features/directory/users/users.texts.ts';
import { type UserAction, UsersTable } from '../features/directory/users/users-table.tsx';
import { FirstSteps } from '../features/first-steps/first-steps.tsx';
import { useHolds, userSubject } from '../features/holds/api.ts';
import { SystemNotices } from '../features/system/system-notices.tsx';
import { useSearchText } from '../shared/hooks/values.ts';
import { useSession } from '../shared/session.ts';
import { Button } from '../shared/ui/button.tsx';
import { lateComponent } from '../shared/ui/late-part.tsx';
import { Page, PageHeader } from '../shared/ui/page-header.tsx';
import { SearchField } from '../shared/ui/search-field.tsx';

const { Late: ImportDialog } = lateComponent(
  async () => (await import('../features/directory/users/import-dialog.tsx')).ImportDialog,
);
const { Late: InviteDialog } = lateComponent(
  async () => (await import('../features/directory/users/invitation-dialog.tsx')).InviteDialog,
);
const { Late: InvitationLink } = lateComponent(
  async () => (await import('../features/directory/users/invitation-dialog.tsx')).InvitationLink,
);
const { Late: ExportDialog } = lateComponent(
  async () => (await import('../features/data-exports/export-panel.tsx')).ExportDialog,
);
const { Late: TakeAwayDialog } = lateComponent(
  async () => (await import('../features/directory/users/invitation-dialog.tsx')).TakeAwayDialog,
);

const { Late: HoldDialog } = lateComponent(
  async () => (await import('../features/holds/hold-dialogs.tsx')).HoldDialog,
);
const { Late: DeletedUsersDialog } = lateComponent(
  async () => (await import('../features/erasure/deleted-lists.tsx')).DeletedUsersDialog,
);

type OpenDialog =
  | { action: 'create' | 'import' | 'deleted' }
  | { action: 'invited'; email: string; invitation: Invitation }
  | { action: UserAction; user: User };

export function AdminUsersPage() {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [typed, setTyped] = useState('');
  const search = useSearchText(typed);
  const exportUsers = useExportUsers();
  return (
    <Page>
      <PageHeader
        title={usersTexts.title}
        actions={
          <Button
            icon={<UserPlus aria-hidden="true" />}
            onClick={() => setDialog({ action: 'create' })}
          >
            {usersTexts.registerUser}
          </Button>
        }
      >
        <SearchField placeholder={usersTexts.searchByEmail} value={typed} onChange={setTyped} />
        <Button
          variant="secondary"
          icon={<FileUp aria-hidden="true" />}
          onClick={() => setDialog({ action: 'import' })}
        >
          {usersTexts.importUsers}
        </Button>
        <Button
          variant="secondary"
          icon={<Download aria-hidden="true" />}
          isBusy={exportUsers.isPending}
          onClick={() => exportUsers.mutate()}
        >
          {usersTexts.exportUsers}
        </Button>
        <Button
          variant="secondary"
          icon={<Trash2 aria-hidden="true" />}
          onClick={() => setDialog({ action: 'deleted' })}
        >
          {usersTexts.deleted}
        </Button>
      </PageHeader>
      <SystemNotices />
      <FirstSteps />
      <UsersTable
        search={search}
        onCreate={() => setDialog({ action: 'create' })}
        onAction={(action, user) => setDialog({ action, user })}
      />
      {dialog && <UserDialog dialog={dialog} onOpen={setDialog} />}
    </Page>
  );
}

interface UserDialogProps {
  dialog: OpenDialog;
  onOpen: (dialog: OpenDialog | null) => void;
}

function UserDialog({ dialog, onOpen }: UserDialogProps) {
  const onClose = () => onOpen(null);
  const onInvited = (email: string, invitation: Invitation) =>
    onOpen({ action: 'invited', email, invitation });
  switch (dialog.action) {
    case 'create':
      return <CreateUserDialog onInvited={onInvited} onClose={onClose} />;
    case 'import':
      return <ImportDialog onClose={onClose} />;
    case 'invited':
      return <InvitationLink {...dialog} onClose={onClose} />;
    case 'edit':
      return <EditUserDialog user={dialog.user} onClose={onClose} />;
    case 'password':
      return <PasswordDialog user={dialog.user} onClose={onClose} />;
    case 'invite':
      return <InviteDialog user={dialog.user} onInvited={onInvited} onClose={onClose} />;
    case 'deleted':
      return <DeletedPeople onClose={onClose} />;
    case 'data':
    case 'hold':
      return <KeepingDialog action={dialog.action} person={dialog.user} onClose={onClose} />;
    case 'removeTwoSteps':
    case 'forgetCompany':
      return <TakeAwayDialog action={dialog.action} user={dialog.user} onClose={onClose} />;
    default:
      return <UserConfirmDialog action={dialog.action} user={dialog.user} onClose={onClose} />;
  }
}

/** Setting one's own would end the very session that does it. */
function PasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const isSelf = useSession((session) => session.user?.uuid === user.uuid);
  if (isSelf) return <ChangeOwnPasswordDialog onClose={onClose} />;
  return <SetPasswordDialog user={user} onClose={onClose} />;
}

type Person = Pick<User, 'uuid' | 'email'>;

interface KeepingDialogProps {
  action: 'data' | 'hold';
  person: Person;
  onClose: () => void;
}

/** A copy of somebody's data, or the order to keep them; of deleted people, too. */
function KeepingDialog({ action, person, onClose }: KeepingDialogProps) {
  const { uuid, email } = person;
  if (action === 'hold') return <HoldDialog subject={userSubject(uuid, email)} onClose={onClose} />;
  return (
    <ExportDialog
      title={exportTexts.user.title}
      about={exportTexts.user.about(email)}
      subject={{ kind: 'user', userId: uuid }}
      onClose={onClose}
    />
  );
}

function DeletedPeople({ onClose }: { onClose: () => void }) {
  const isSupervisor = useSession((session) => session.user?.supervisor === true);
  const holds = useHolds(isSupervisor).data;
  const [over, setOver] = useState<Omit<KeepingDialogProps, 'onClose'> | null>(null);
  const holding = {
    isHeld: ({ uuid }: Person) => holds?.some(({ userId }) => userId === uuid) ?? false,
    onHold: (person: Person) => setOver({ action: 'hold', person }),
  };
  return (
    <DeletedUsersDialog
      holding={isSupervisor ? holding : undefined}
      onExport={(person) => setOver({ action: 'data', person })}
      onClose={onClose}
    >
      {over && <KeepingDialog {...over} onClose={() => setOver(null)} />}
    </DeletedUsersDialog>
  );
}
