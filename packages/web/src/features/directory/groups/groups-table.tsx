import { GENERAL } from '@chat/contract/checks';
import type { Group } from '@chat/contract/groups';
import { Hourglass, Pencil, Trash2, UsersRound } from 'lucide-react';
import { Button } from '../../../shared/ui/button.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { EmptyState, NextStep } from '../../../shared/ui/placeholders.tsx';
import { RowMenu, type RowMenuItem } from '../../../shared/ui/row-menu.tsx';
import { Table } from '../../../shared/ui/table.tsx';
import type { Column } from '../../../shared/ui/table-head.tsx';
import { Brief } from '../../../shared/ui/with-breaks.tsx';
import { useGroups } from '../lists/lists.ts';
import { adminGroupsTexts as texts } from './admin-groups.texts.ts';
import styles from './groups-table.module.css';

interface GroupsTableProps {
  onEdit: (group: Group) => void;
  /** For administrators alone, who see the days of a group, too. */
  onDelete: ((group: Group) => void) | undefined;
  onSetRetention: ((group: Group) => void) | undefined;
  onShowParticipants: (group: Group) => void;
}

const projectName = ({ officine }: Group) => officine?.project.name ?? null;
const officeName = ({ officine }: Group) => officine?.name ?? null;

const columnsWith = (showParticipants: (group: Group) => void): Column<Group>[] => [
  { key: 'project', header: texts.project, cell: projectName, sortBy: projectName },
  { key: 'office', header: texts.office, cell: officeName, sortBy: officeName },
  {
    key: 'group',
    header: texts.group,
    cell: ({ name }) => name,
    sortBy: ({ name }) => name,
    isHeading: true,
  },
  {
    key: 'description',
    header: texts.description,
    cell: ({ description }) => description && <Brief text={description} />,
  },
  {
    key: 'participants',
    header: texts.participants,
    cell: (group) => (
      <span className={styles.participants}>
        <span className={styles.count}>{group.participantsCount}</span>
        <IconButton
          label={texts.participants}
          icon={UsersRound}
          size="s"
          onClick={() => showParticipants(group)}
        />
      </span>
    ),
  },
];

function menuItems(
  group: Group,
  onEdit: GroupsTableProps['onEdit'],
  onDelete: GroupsTableProps['onDelete'],
): RowMenuItem[] {
  const edit = { label: texts.edit, icon: Pencil, onSelect: () => onEdit(group) };
  if (!onDelete) return [edit];
  const remove = { label: texts.delete, icon: Trash2, onSelect: () => onDelete(group) };
  return [edit, { ...remove, isDanger: true }];
}

interface RowActionsProps extends Omit<GroupsTableProps, 'onShowParticipants'> {
  group: Group;
}

/** GENERAL has no menu, and can have days of its own. */
function RowActions({ group, onEdit, onDelete, onSetRetention }: RowActionsProps) {
  const { retentionDays = null } = group;
  return (
    <span className={styles.actions}>
      {onSetRetention && (
        <>
          {retentionDays !== null && (
            <span className={styles.days}>{texts.daysOf(retentionDays)}</span>
          )}
          <IconButton
            label={texts.setRetention}
            icon={Hourglass}
            size="s"
            onClick={() => onSetRetention(group)}
          />
        </>
      )}
      {group.name !== GENERAL && <RowMenu items={menuItems(group, onEdit, onDelete)} />}
    </span>
  );
}

export function GroupsTable({ onShowParticipants, ...actions }: GroupsTableProps) {
  const groups = useGroups();
  return (
    <Table
      label={texts.title}
      columns={columnsWith(onShowParticipants)}
      rows={groups.data}
      rowKey={(group) => group.uuid}
      actions={(group) => <RowActions group={group} {...actions} />}
      isFailed={groups.isError}
      onRetry={() => void groups.refetch()}
      empty={
        <EmptyState icon={UsersRound} title={texts.none}>
          {texts.noneHint}
        </EmptyState>
      }
    />
  );
}

/** For an administrator who has formed no group yet: GENERAL is there from the start. */
export function OnlyGeneral({ onCreate }: { onCreate: () => void }) {
  const groups = useGroups().data;
  if (groups?.length !== 1) return null;
  return (
    <NextStep
      icon={UsersRound}
      title={texts.onlyGeneral}
      action={<Button onClick={onCreate}>{texts.formFirst}</Button>}
    >
      {texts.onlyGeneralHint}
    </NextStep>
  );
}
