import type { Participant } from '@chat/contract/groups';
import { UserMinus } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { placeInList, useVisibleRows } from '../../../../shared/hooks/use-visible-rows.ts';
import { Avatar } from '../../../../shared/ui/avatar.tsx';
import { EmptyState } from '../../../../shared/ui/empty-state.tsx';
import { IconButton } from '../../../../shared/ui/icon-button.tsx';
import { SearchField } from '../../../../shared/ui/search-field.tsx';
import { withBreaks } from '../../../../shared/ui/with-breaks.tsx';
import { adminGroupsTexts as texts } from '../admin-groups.texts.ts';
import styles from './participant-list.module.css';

interface ParticipantListProps {
  participants: Participant[];
  onRemove: (participant: Participant) => void;
}

const ROW_HEIGHT = 48;

/** From then on somebody is looked for, not looked up. */
const MANY = 50;

export function ParticipantList({ participants, onRemove }: ParticipantListProps) {
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
