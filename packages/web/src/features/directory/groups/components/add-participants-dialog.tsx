import type { Participant } from '@chat/contract/groups';
import { PickDialog } from '../../../../shared/ui/pick-dialog.tsx';
import { toOptions } from '../../../../shared/ui/to-options.ts';
import { useUsers } from '../../lists/list-users.ts';
import { adminGroupsTexts as texts } from '../admin-groups.texts.ts';
import { useAddGroupParticipants } from '../api/add-group-participants.ts';
import { usePeople } from '../hooks/use-people.ts';

interface AddParticipantsDialogProps {
  groupId: string;
  /** Those who take part already; they are not offered. */
  present: Participant[];
  onClose: () => void;
}

export function AddParticipantsDialog({ groupId, present, onClose }: AddParticipantsDialogProps) {
  const people = usePeople(useUsers().data);
  const addition = useAddGroupParticipants(groupId);
  const taken = new Set(present.map(({ uuid }) => uuid));
  const options = toOptions(people, ({ email }) => email).filter(({ value }) => !taken.has(value));
  return (
    <PickDialog
      title={texts.addUsers}
      label={texts.users}
      options={options}
      saveLabel={texts.add}
      isSaving={addition.isPending}
      onSave={(chosen) => addition.mutate(chosen, { onSuccess: onClose })}
      onClose={onClose}
      width={500}
    />
  );
}
