import type { Group, UserWithGroups } from '@chat/contract/groups';
import { KeyRound, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { routePaths } from '../../../shared/routes.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { ConfirmDialog } from '../../../shared/ui/dialog.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import linkStyles from '../../../shared/ui/link.module.css';
import { PageLink } from '../../../shared/ui/page-link.tsx';
import { PickDialog } from '../../../shared/ui/pick-dialog.tsx';
import { EmptyState } from '../../../shared/ui/placeholders.tsx';
import { RowMenu } from '../../../shared/ui/row-menu.tsx';
import { toOptions } from '../../../shared/ui/select.tsx';
import { Table } from '../../../shared/ui/table.tsx';
import type { Column } from '../../../shared/ui/table-head.tsx';
import { Brief, withBreaks } from '../../../shared/ui/with-breaks.tsx';
import { useGroups } from '../lists/lists.ts';
import {
  useAssignPermissions,
  useRemovePermission,
  useUserPermissions,
  useUsersWithGroups,
} from './api.ts';
import styles from './permissions.module.css';
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

interface AssignGroupsDialogProps {
  user: UserWithGroups;
  onClose: () => void;
}

export function AssignGroupsDialog({ user, onClose }: AssignGroupsDialogProps) {
  const options = useAssignableGroups(user.uuid);
  const assignment = useAssignPermissions(user.uuid);
  const [removed, setRemoved] = useState<Group | null>(null);
  return (
    <PickDialog
      title={texts.assignTitle}
      description={user.email}
      label={texts.selectGroups}
      options={options}
      saveLabel={texts.assign}
      isSaving={assignment.isPending}
      onSave={(chosen) => assignment.mutate(chosen, { onSuccess: onClose })}
      onClose={onClose}
    >
      <AssignedGroupsTable userId={user.uuid} onRemove={setRemoved} />
      {removed && (
        <RemoveGroupDialog user={user} group={removed} onClose={() => setRemoved(null)} />
      )}
    </PickDialog>
  );
}

interface AssignedGroupsTableProps {
  userId: string;
  onRemove: (group: Group) => void;
}

const assignedColumns: Column<Group>[] = [
  { key: 'project', header: texts.project, cell: ({ officine }) => officine?.project.name },
  { key: 'office', header: texts.office, cell: ({ officine }) => officine?.name },
  { key: 'group', header: texts.group, cell: ({ name }) => name, isHeading: true },
  {
    key: 'description',
    header: texts.description,
    cell: ({ description }) => description && <Brief text={description} />,
  },
];

function AssignedGroupsTable({ userId, onRemove }: AssignedGroupsTableProps) {
  const groups = useUserPermissions(userId);
  return (
    <Table
      label={texts.assigned}
      columns={assignedColumns}
      rows={groups.data}
      rowKey={(group) => group.uuid}
      actions={(group) => (
        <IconButton
          label={texts.remove(group.name)}
          icon={Trash2}
          variant="danger"
          size="s"
          withTooltip={false}
          onClick={() => onRemove(group)}
        />
      )}
      isFailed={groups.isError}
      onRetry={() => void groups.refetch()}
      empty={<EmptyState title={texts.noneAssigned} />}
    />
  );
}

interface RemoveGroupDialogProps {
  user: UserWithGroups;
  group: Group;
  onClose: () => void;
}

function RemoveGroupDialog({ user, group, onClose }: RemoveGroupDialogProps) {
  const removal = useRemovePermission(user.uuid);
  return (
    <ConfirmDialog
      isOpen
      isDanger
      onClose={onClose}
      title={texts.removeTitle}
      confirmLabel={texts.removeConfirm}
      isBusy={removal.isPending}
      onConfirm={() => removal.mutate(group.uuid, { onSettled: onClose })}
    >
      {texts.removeQuestion(group.name, user.email)}
    </ConfirmDialog>
  );
}

const labelOf = ({ name, officine }: Group) =>
  officine ? texts.groupAtOffice(name, officine.name) : name;

/** The groups a user does not manage yet (rules/permissions 9). */
function useAssignableGroups(userId: string) {
  const groups = useGroups().data;
  const assigned = new Set(useUserPermissions(userId).data?.map(({ uuid }) => uuid));
  return toOptions(groups, labelOf).filter(({ value }) => !assigned.has(value));
}
