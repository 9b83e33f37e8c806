import type { Group, Participant } from '@chat/contract/groups';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { adminGroupsTexts as texts } from '../admin-groups.texts.ts';
import { useRemoveGroupParticipant } from '../api/remove-group-participant.ts';

interface RemoveParticipantDialogProps {
  group: Group;
  participant: Participant;
  onClose: () => void;
}

/** Stays open when the server refuses: such a failure is only logged (rules/groups 22). */
export function RemoveParticipantDialog(props: RemoveParticipantDialogProps) {
  const { group, participant, onClose } = props;
  const removal = useRemoveGroupParticipant(group.uuid);
  return (
    <ConfirmDialog
      isOpen
      isDanger
      onClose={onClose}
      title={texts.removeTitle}
      confirmLabel={texts.removeConfirm}
      isBusy={removal.isPending}
      onConfirm={() => removal.mutate(participant.uuid, { onSuccess: onClose })}
    >
      {texts.removeQuestion(participant.email, group.name)}
    </ConfirmDialog>
  );
}
