import type { UserWithGroups } from '@chat/contract/groups';
import { KeyRound } from 'lucide-react';
import { routePaths } from '../../../shared/routes.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import linkStyles from '../../../shared/ui/link.module.css';
import { PageLink } from '../../../shared/ui/page-link.tsx';
import { RowMenu } from '../../../shared/ui/row-menu.tsx';
import { Table } from '../../../shared/ui/table.tsx';
import type { Column } from '../../../shared/ui/table-head.tsx';
import { withBreaks } from '../../../shared/ui/with-breaks.tsx';
import { useUsersWithGroups } from './api.ts';
import styles from './managers-table.module.css';
import { permissionsTexts as texts } from './permissions.texts.ts';

interface ManagersTableProps {
  search: string;
  onAssign: (user: UserWithGroups) => void;
}

const nameOf = ({ firstName, lastName }: UserWithGroups) => `${firstName} ${lastName}`;

const columns: Column<UserWithGroups>[] = [
  {
    key: 'name',
    header: texts.user,
    cell: (user) => (
      <span className={styles.name}>
        <span className={styles.text}>{withBreaks(nameOf(user))}</span>
        {user.blockedAt && <Badge tone="danger">{texts.blocked}</Badge>}
      </span>
    ),
    sortBy: nameOf,
  },
  { key: 'email', header: texts.email, cell: ({ email }) => email, sortBy: ({ email }) => email },
  {
    key: 'groups',
    header: texts.groups,
    cell: ({ groups }) => groups.length,
    sortBy: ({ groups }) => groups.length,
  },
];

export function ManagersTable({ search, onAssign }: ManagersTableProps) {
  const users = useUsersWithGroups(search);
  const nothing = search ? (
    <EmptyState icon={KeyRound} title={texts.nothingFound(search)} />
  ) : (
    <EmptyState
      icon={KeyRound}
      title={texts.none}
      action={
        <PageLink to={routePaths['admin.users']} className={linkStyles.button}>
          {texts.noneYet}
        </PageLink>
      }
    >
      {texts.noneHint}
    </EmptyState>
  );
  return (
    <Table
      label={texts.title}
      columns={columns}
      rows={users.data}
      rowKey={(user) => user.uuid}
      isBlocked={(user) => user.blockedAt !== null}
      actions={(user) => (
        <RowMenu
          items={[{ label: texts.assignGroup, icon: KeyRound, onSelect: () => onAssign(user) }]}
        />
      )}
      isFailed={users.isError}
      onRetry={() => void users.refetch()}
      empty={nothing}
    />
  );
}
