import type { Participant } from '@chat/contract/groups/groups.schema';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../../shared/ui/button.tsx';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { MultiSelect } from '../../../../shared/ui/multi-select.tsx';
import { toOptions } from '../../../../shared/ui/to-options.ts';
import { useUsers } from '../../lists/list-users.ts';
import { adminGroupsTexts as texts } from '../admin-groups.texts.ts';
import { useAddGroupParticipants } from '../api/add-group-participants.ts';
import { usePeople } from '../hooks/use-people.ts';

interface AddParticipantsDialogProps {
  groupId: string;
  /** Who takes part already and so is not offered. */
  present: Participant[];
  onClose: () => void;
}

export function AddParticipantsDialog({ groupId, present, onClose }: AddParticipantsDialogProps) {
  const people = usePeople(useUsers().data);
  const [chosen, setChosen] = useState<string[]>([]);
  const addition = useAddGroupParticipants(groupId);
  const taken = new Set(present.map(({ uuid }) => uuid));
  const options = toOptions(people, ({ email }) => email).filter(({ value }) => !taken.has(value));
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length > 0) addition.mutate(chosen, { onSuccess: onClose });
  };
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={texts.addUsers}
      onSubmit={handleSubmit}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" isBusy={addition.isPending} disabled={chosen.length === 0}>
            {texts.add}
          </Button>
        </>
      }
      width={500}
    >
      <MultiSelect label={texts.users} options={options} value={chosen} onChange={setChosen} />
    </FormDialog>
  );
}
