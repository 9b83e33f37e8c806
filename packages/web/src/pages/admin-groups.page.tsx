import type { Group } from '@chat/contract/groups';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { adminGroupsTexts } from '../features/directory/groups/admin-groups.texts.ts';
import {
  CreateGroupDialog,
  DeleteGroupDialog,
  EditGroupDialog,
  RetentionDialog,
} from '../features/directory/groups/group-dialogs.tsx';
import { GroupsTable, OnlyGeneral } from '../features/directory/groups/groups-table.tsx';
import { ParticipantsDialog } from '../features/directory/groups/participants-dialog.tsx';
import { FirstSteps } from '../features/first-steps/first-steps.tsx';
import { useSession } from '../shared/session.ts';
import { Button } from '../shared/ui/button.tsx';
import { lateComponent } from '../shared/ui/late-part.tsx';
import { Page, PageHeader } from '../shared/ui/page-header.tsx';

const { Late: DeletedGroupsDialog } = lateComponent(
  async () => (await import('../features/erasure/deleted-lists.tsx')).DeletedGroupsDialog,
);

type OpenDialog =
  | { kind: 'create' }
  | { kind: 'deleted' }
  | { kind: 'edit' | 'delete' | 'participants' | 'retention'; group: Group };

/** Also a group manager's page: the groups they manage, which they can neither register nor delete (rules/groups 20). */
export function AdminGroupsPage() {
  const isAdmin = useSession((session) => session.user?.isAdmin);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const buttons = (
    <>
      <Button
        variant="secondary"
        icon={<Trash2 aria-hidden="true" />}
        onClick={() => setDialog({ kind: 'deleted' })}
      >
        {adminGroupsTexts.deletedGroups}
      </Button>
      <Button icon={<Plus aria-hidden="true" />} onClick={() => setDialog({ kind: 'create' })}>
        {adminGroupsTexts.registerGroup}
      </Button>
    </>
  );
  return (
    <Page>
      <PageHeader title={adminGroupsTexts.title} actions={isAdmin && buttons} />
      {isAdmin && <FirstSteps />}
      <GroupsTable
        onEdit={(group) => setDialog({ kind: 'edit', group })}
        onDelete={isAdmin ? (group) => setDialog({ kind: 'delete', group }) : undefined}
        onSetRetention={isAdmin ? (group) => setDialog({ kind: 'retention', group }) : undefined}
        onShowParticipants={(group) => setDialog({ kind: 'participants', group })}
      />
      {isAdmin && <OnlyGeneral onCreate={() => setDialog({ kind: 'create' })} />}
      {dialog && <GroupDialog dialog={dialog} onClose={() => setDialog(null)} />}
    </Page>
  );
}

function GroupDialog({ dialog, onClose }: { dialog: OpenDialog; onClose: () => void }) {
  if (dialog.kind === 'create') return <CreateGroupDialog onClose={onClose} />;
  if (dialog.kind === 'deleted') return <DeletedGroupsDialog onClose={onClose} />;
  const { kind, group } = dialog;
  if (kind === 'edit') return <EditGroupDialog group={group} onClose={onClose} />;
  if (kind === 'delete') return <DeleteGroupDialog group={group} onClose={onClose} />;
  if (kind === 'retention') return <RetentionDialog group={group} onClose={onClose} />;
  return <ParticipantsDialog group={group} onClose={onClose} />;
}
