import type { Group, Participant } from '@chat/contract/groups';
import { UserPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isAbsent } from '../../../../shared/api-error.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { EmptyState } from '../../../../shared/ui/empty-state.tsx';
import { FailureState } from '../../../../shared/ui/failure-state.tsx';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { ListSkeleton } from '../../../../shared/ui/skeleton.tsx';
import { adminGroupsTexts as texts } from '../admin-groups.texts.ts';
import { useGroupParticipants } from '../api/list-group-participants.ts';
import { usePeople } from '../hooks/use-people.ts';
import { AddParticipantsDialog } from './add-participants-dialog.tsx';
import { ParticipantList } from './participant-list.tsx';
import { RemoveParticipantDialog } from './remove-participant-dialog.tsx';

interface ParticipantsDialogProps {
  group: Group;
  onClose: () => void;
}

type OpenDialog = { kind: 'add' } | { kind: 'remove'; participant: Participant };

export function ParticipantsDialog({ group, onClose }: ParticipantsDialogProps) {
  const query = useGroupParticipants(group.uuid);
  const participants = usePeople(query.data);
  const isGone = isAbsent(query.error);
  // Somebody else deleted the group, or it is no longer this manager's.
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const handleCloseInner = () => setDialog(null);
  const handleRemove = (participant: Participant) => setDialog({ kind: 'remove', participant });
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={texts.participants}
      description={group.name}
      footer={
        <Button
          variant="secondary"
          icon={<UserPlus aria-hidden="true" />}
          onClick={() => setDialog({ kind: 'add' })}
        >
          {texts.addUser}
        </Button>
      }
    >
      {query.isError && !participants && <FailureState onRetry={() => void query.refetch()} />}
      {query.isPending && <ListSkeleton rows={3} />}
      {participants?.length === 0 && <EmptyState title={texts.noParticipants} />}
      {participants && <ParticipantList participants={participants} onRemove={handleRemove} />}
      {dialog?.kind === 'add' && (
        <AddParticipantsDialog
          groupId={group.uuid}
          present={participants ?? []}
          onClose={handleCloseInner}
        />
      )}
      {dialog?.kind === 'remove' && (
        <RemoveParticipantDialog
          group={group}
          participant={dialog.participant}
          onClose={handleCloseInner}
        />
      )}
    </FormDialog>
  );
}
