import type { User } from '@chat/contract/users';
import { UserRound } from 'lucide-react';
import { EmptyState } from '../../../../shared/ui/empty-state.tsx';
import { Table } from '../../../../shared/ui/table.tsx';
import type { Column } from '../../../../shared/ui/table-column.ts';
import { useFoundUsers } from '../api/search-users.ts';
import { fullName } from '../full-name.ts';
import { usersTexts as texts } from '../users.texts.ts';
import { ConnectionBadge } from './connection-badge.tsx';
import { NobodyElse } from './nobody-else.tsx';
import { type UserAction, UserMenu } from './user-menu.tsx';
import { UserName } from './user-name.tsx';

interface UsersTableProps {
  search: string;
  /** Offered to the administrator who is alone. */
  onCreate: () => void;
  onAction: (action: UserAction, user: User) => void;
}

const columns: Column<User>[] = [
  {
    key: 'name',
    header: texts.user,
    cell: (user) => <UserName user={user} />,
    sortBy: fullName,
  },
  { key: 'email', header: texts.email, cell: ({ email }) => email, sortBy: ({ email }) => email },
  {
    key: 'offices',
    header: texts.offices,
    cell: ({ offices }) => offices.join(', '),
    sortBy: ({ offices }) => offices.join(', ') || null,
  },
  {
    key: 'status',
    header: texts.connectionStatus,
    cell: ({ connectionStatus }) => <ConnectionBadge status={connectionStatus} />,
    sortBy: ({ connectionStatus }) => texts.statuses[connectionStatus],
  },
];

export function UsersTable({ search, onCreate, onAction }: UsersTableProps) {
  const users = useFoundUsers(search);
  const isAlone = search === '' && users.data?.every(({ isAdmin }) => isAdmin);
  return (
    <>
      <Table
        label={texts.title}
        columns={columns}
        rows={users.data}
        rowKey={(user) => user.uuid}
        isBlocked={(user) => user.blockedAt !== null}
        actions={(user) => <UserMenu user={user} onSelect={(action) => onAction(action, user)} />}
        isFailed={users.isError}
        onRetry={() => void users.refetch()}
        empty={
          <EmptyState icon={UserRound} title={search ? texts.nothingFound(search) : texts.none} />
        }
      />
      {isAlone && <NobodyElse onCreate={onCreate} />}
    </>
  );
}
