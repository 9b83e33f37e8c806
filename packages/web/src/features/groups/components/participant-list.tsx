import type { Participant } from '@chat/contract/groups/groups.schema';
import { UserMinus } from 'lucide-react';
import { Avatar } from '../../../shared/ui/avatar.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { adminGroupsTexts } from '../admin-groups.texts.ts';
import styles from './participant-list.module.css';

interface ParticipantListProps {
  participants: Participant[];
  onRemove: (participant: Participant) => void;
}

export function ParticipantList({ participants, onRemove }: ParticipantListProps) {
  return (
    <ul>
      {participants.map((participant) => (
        <li key={participant.uuid} className={styles.participant}>
          <Avatar email={participant.email} size="s" />
          <span className={styles.email}>{participant.email}</span>
          <IconButton
            label={adminGroupsTexts.remove(participant.email)}
            icon={UserMinus}
            variant="danger"
            size="s"
            withTooltip={false}
            onClick={() => onRemove(participant)}
          />
        </li>
      ))}
    </ul>
  );
}
