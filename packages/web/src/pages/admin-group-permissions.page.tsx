import type { UserWithGroups } from '@chat/contract/groups';
import { useState } from 'react';
import { permissionsTexts } from '../features/directory/permissions/permissions.texts.ts';
import {
  AssignGroupsDialog,
  ManagersTable,
} from '../features/directory/permissions/permissions.tsx';
import { useSearchText } from '../shared/hooks/values.ts';
import { Page, PageHeader } from '../shared/ui/page-header.tsx';
import { SearchField } from '../shared/ui/search-field.tsx';

export function AdminGroupPermissionsPage() {
  const [user, setUser] = useState<UserWithGroups | null>(null);
  const [typed, setTyped] = useState('');
  const search = useSearchText(typed);
  return (
    <Page>
      <PageHeader title={permissionsTexts.title}>
        <SearchField
          placeholder={permissionsTexts.searchByEmail}
          value={typed}
          onChange={setTyped}
        />
      </PageHeader>
      <ManagersTable search={search} onAssign={setUser} />
      {user && <AssignGroupsDialog user={user} onClose={() => setUser(null)} />}
    </Page>
  );
}
