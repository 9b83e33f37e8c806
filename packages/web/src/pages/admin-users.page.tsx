import type { User } from '@chat/contract/users';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { ChangeOwnPasswordDialog } from '../features/directory/users/change-own-password-dialog.tsx';
import { CreateUserDialog } from '../features/directory/users/create-user-dialog.tsx';
import {
  EditUserDialog,
  SetPasswordDialog,
  UserConfirmDialog,
} from '../features/directory/users/user-dialogs.tsx';
import { usersTexts } from '../features/directory/users/users.texts.ts';
import { type UserAction, UsersTable } from '../features/directory/users/users-table.tsx';
import { FirstSteps } from '../features/first-steps/first-steps.tsx';
import { SystemNotices } from '../features/system/system-notices.tsx';
import { useSearchText } from '../shared/hooks/values.ts';
import { useSession } from '../shared/session.ts';
import { Button } from '../shared/ui/button.tsx';
import { Page, PageHeader } from '../shared/ui/page-header.tsx';
import { SearchField } from '../shared/ui/search-field.tsx';

type OpenDialog = { action: 'create' } | { action: UserAction; user: User };

export function AdminUsersPage() {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [typed, setTyped] = useState('');
  const search = useSearchText(typed);
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
      </PageHeader>
      <SystemNotices />
      <FirstSteps />
      <UsersTable
        search={search}
        onCreate={() => setDialog({ action: 'create' })}
        onAction={(action, user) => setDialog({ action, user })}
      />
      {dialog && <UserDialog dialog={dialog} onClose={() => setDialog(null)} />}
    </Page>
  );
}

function UserDialog({ dialog, onClose }: { dialog: OpenDialog; onClose: () => void }) {
  if (dialog.action === 'create') return <CreateUserDialog onClose={onClose} />;
  const { action, user } = dialog;
  if (action === 'edit') return <EditUserDialog user={user} onClose={onClose} />;
  if (action === 'password') return <PasswordDialog user={user} onClose={onClose} />;
  return <UserConfirmDialog action={action} user={user} onClose={onClose} />;
}

/** Setting one's own would end the very session that does it. */
function PasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const isSelf = useSession((session) => session.user?.uuid === user.uuid);
  if (isSelf) return <ChangeOwnPasswordDialog onClose={onClose} />;
  return <SetPasswordDialog user={user} onClose={onClose} />;
}
