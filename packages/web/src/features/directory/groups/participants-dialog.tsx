import type { Group, Participant } from '@chat/contract/groups';
import { UserMinus, UserPlus } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { isAbsent } from '../../../shared/api-error.ts';
import { placeInList, useVisibleRows } from '../../../shared/hooks/use-visible-rows.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/dialog.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { Avatar } from '../../../shared/ui/person.tsx';
import { PickDialog } from '../../../shared/ui/pick-dialog.tsx';
import { EmptyState, FailureState, ListSkeleton } from '../../../shared/ui/placeholders.tsx';
import { SearchField } from '../../../shared/ui/search-field.tsx';
import { toOptions } from '../../../shared/ui/select.tsx';
import { withBreaks } from '../../../shared/ui/with-breaks.tsx';
import { useConfig } from '../../system/api.ts';
import { useUsers } from '../lists/lists.ts';
import { adminGroupsTexts as texts } from './admin-groups.texts.ts';
import { useAddGroupParticipants, useGroupParticipants, useRemoveGroupParticipant } from './api.ts';
import styles from './participants-dialog.module.css';

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

interface ParticipantListProps {
  participants: Participant[];
  onRemove: (participant: Participant) => void;
}

const ROW_HEIGHT = 48;

/** From then on somebody is looked for, not looked up. */
const MANY = 50;

function ParticipantList({ participants, onRemove }: ParticipantListProps) {
  const [search, setSearch] = useState('');
  const text = search.trim().toLowerCase();
  const found = participants.filter(({ email }) => email.includes(text));
  return (
    <>
      {participants.length > MANY && (
        <SearchField
          className={styles.search ?? ''}
          placeholder={texts.searchByEmail}
          value={search}
          onChange={setSearch}
        />
      )}
      {participants.length > 0 && found.length === 0 && (
        <EmptyState title={texts.nobodyFound(search)} />
      )}
      <Items participants={found} onRemove={onRemove} />
    </>
  );
}

function Items({ participants, onRemove }: ParticipantListProps) {
  const { list, slots, measure, isWhole, holding } = useVisibleRows<HTMLUListElement, Participant>({
    items: participants,
    keyOf: ({ uuid }) => uuid,
    height: ROW_HEIGHT,
  });
  return (
    <ul ref={list} {...holding}>
      {slots.map((slot) =>
        'height' in slot ? (
          <li key={slot.key} role="none" style={{ height: slot.height }} />
        ) : (
          <ParticipantItem
            key={slot.key}
            ref={measure}
            participant={slot.item}
            onRemove={onRemove}
            {...(!isWhole && placeInList(slot.index, participants.length))}
          />
        ),
      )}
    </ul>
  );
}

interface ParticipantItemProps extends ComponentProps<'li'> {
  participant: Participant;
  onRemove: (participant: Participant) => void;
}

function ParticipantItem({ participant, onRemove, ...item }: ParticipantItemProps) {
  return (
    <li className={styles.participant} {...item}>
      <Avatar email={participant.email} size="s" />
      <span className={styles.email}>{withBreaks(participant.email)}</span>
      <IconButton
        label={texts.remove(participant.email)}
        icon={UserMinus}
        variant="danger"
        size="s"
        withTooltip={false}
        onClick={() => onRemove(participant)}
      />
    </li>
  );
}

interface AddParticipantsDialogProps {
  groupId: string;
  /** The present participants; they are not offered. */
  present: Participant[];
  onClose: () => void;
}

function AddParticipantsDialog({ groupId, present, onClose }: AddParticipantsDialogProps) {
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

interface RemoveParticipantDialogProps {
  group: Group;
  participant: Participant;
  onClose: () => void;
}

/** Stays open when the server refuses: such a failure is only logged (rules/groups 22). */
function RemoveParticipantDialog(props: RemoveParticipantDialogProps) {
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

/** Leaves out the system address of group chats, which is nobody (rules/groups 11). */
function usePeople<Person extends { email: string }>(people: Person[] | undefined) {
  const groupAddress = useConfig().data?.groupAddress;
  return people?.filter(({ email }) => email !== groupAddress);
}
