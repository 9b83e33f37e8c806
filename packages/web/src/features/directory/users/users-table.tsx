import type { PublicConfig } from '@chat/contract/system';
import type { ConnectionStatus, User, UserSummary } from '@chat/contract/users';
import {
  Archive,
  Ban,
  Building2,
  CircleCheck,
  Download,
  KeyRound,
  Link,
  type LucideIcon,
  Pencil,
  ShieldOff,
  Trash2,
  UserPlus,
  UserRound,
} from 'lucide-react';
import { useSession } from '../../../shared/session.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Avatar } from '../../../shared/ui/person.tsx';
import { EmptyState, NextStep } from '../../../shared/ui/placeholders.tsx';
import { RowMenu } from '../../../shared/ui/row-menu.tsx';
import { Table } from '../../../shared/ui/table.tsx';
import type { Column } from '../../../shared/ui/table-head.tsx';
import { withBreaks } from '../../../shared/ui/with-breaks.tsx';
import { useConfig } from '../../system/api.ts';
import { useFoundUsers } from './api.ts';
import { usersTexts as texts } from './users.texts.ts';
import styles from './users-table.module.css';

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
  const ways = useConfig().data;
  const isAlone = search === '' && users.data?.every(({ isAdmin }) => isAdmin);
  return (
    <>
      <Table
        label={texts.title}
        columns={columns}
        rows={users.data}
        rowKey={(user) => user.uuid}
        isBlocked={(user) => user.blockedAt !== null}
        actions={(user) => (
          <UserMenu user={user} ways={ways} onSelect={(action) => onAction(action, user)} />
        )}
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

function UserName({ user }: { user: User }) {
  return (
    <span className={styles.user}>
      <Avatar email={user.email} size="s" />
      <span className={styles.name}>
        <span className={styles.text}>{withBreaks(fullName(user))}</span>
        {user.blockedAt && <Badge tone="danger">{texts.blocked}</Badge>}
      </span>
    </span>
  );
}

const tones = { ONLINE: 'success', OFFLINE: 'neutral', DISCONNECTED: 'danger' } as const;

function ConnectionBadge({ status }: { status: ConnectionStatus }) {
  return (
    <Badge tone={tones[status]} hasDot>
      {texts.statuses[status]}
    </Badge>
  );
}

export type UserAction =
  | 'edit'
  | 'password'
  | 'invite'
  | 'removeTwoSteps'
  | 'forgetCompany'
  | 'data'
  | 'hold'
  | 'delete'
  | 'block'
  | 'unblock';

type WaysIn = Pick<PublicConfig, 'oidcName' | 'passwordLogin'>;

interface UserMenuProps {
  user: User;
  /** Undefined until the settings are read. */
  ways: WaysIn | undefined;
  onSelect: (action: UserAction) => void;
}

function UserMenu({ user, ways, onSelect }: UserMenuProps) {
  // Nobody can lock themselves out (rules/people 21), and the refusal would be silent.
  const isSelf = useSession((session) => session.user?.uuid === user.uuid);
  const isSupervisor = useSession((session) => session.user?.supervisor === true);
  const hasPasswords = ways?.passwordLogin !== false;
  const item = (action: UserAction, label: string, icon: LucideIcon) => ({
    label,
    icon,
    onSelect: () => onSelect(action),
  });
  const waysIn = [
    hasPasswords && item('password', texts.changePassword, KeyRound),
    hasPasswords && !isSelf && !user.blockedAt && item('invite', texts.invite, Link),
    !isSelf && item('removeTwoSteps', texts.removeTwoSteps, ShieldOff),
    !isSelf && Boolean(ways?.oidcName) && item('forgetCompany', texts.forgetCompany, Building2),
  ].filter((way) => way !== false);
  const blocking = user.blockedAt
    ? { label: texts.unblock, icon: CircleCheck, onSelect: () => onSelect('unblock') }
    : { label: texts.block, icon: Ban, isDisabled: isSelf, onSelect: () => onSelect('block') };
  return (
    <RowMenu
      items={[
        { label: texts.edit, icon: Pencil, onSelect: () => onSelect('edit') },
        ...waysIn,
        item('data', texts.downloadData, Download),
        ...(isSupervisor ? [item('hold', texts.hold, Archive)] : []),
        {
          label: texts.delete,
          icon: Trash2,
          isDanger: true,
          isDisabled: isSelf,
          onSelect: () => onSelect('delete'),
        },
        blocking,
      ]}
    />
  );
}

/** For the administrator who is alone in a new company. */
function NobodyElse({ onCreate }: { onCreate: () => void }) {
  return (
    <NextStep
      icon={UserPlus}
      title={texts.nobodyElse}
      action={<Button onClick={onCreate}>{texts.registerFirst}</Button>}
    >
      {texts.nobodyElseHint}
    </NextStep>
  );
}

function fullName({ firstName, lastName }: Pick<UserSummary, 'firstName' | 'lastName'>) {
  return `${firstName} ${lastName}`.trim();
}
