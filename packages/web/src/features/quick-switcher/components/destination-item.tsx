import { UsersRound } from 'lucide-react';
import { Avatar } from '../../../shared/ui/avatar.tsx';
import { PersonName } from '../../../shared/ui/person-name.tsx';
import { UnreadBadge } from '../../../shared/ui/unread-badge.tsx';
import type { Destination } from '../destinations.ts';
import styles from './quick-switcher.module.css';

interface DestinationItemProps {
  id: string;
  destination: Destination;
  isHighlighted: boolean;
  onHighlight: () => void;
  onChoose: () => void;
}

export function DestinationItem(props: DestinationItemProps) {
  const { id, destination, isHighlighted, onHighlight, onChoose } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field that keeps the focus handles the keys.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isHighlighted}
      className={styles.option}
      // Not on entering: a list that moves under a resting pointer must not take the highlight away.
      onPointerMove={onHighlight}
      onClick={onChoose}
    >
      <Mark {...destination} />
      <span className={styles.text}>
        <span className={styles.label} title={destination.label}>
          <PersonName person={{ email: destination.label, deletedAt: destination.deletedAt }} />
        </span>
        <span className={styles.hint}>{destination.hint}</span>
      </span>
      {destination.unreadCount > 0 && <UnreadBadge count={destination.unreadCount} />}
    </div>
  );
}

function Mark({ kind, label, icon: Icon = UsersRound }: Destination) {
  if (kind === 'person') return <Avatar email={label} size="s" />;
  return (
    <span className={styles.tile}>
      <Icon aria-hidden="true" />
    </span>
  );
}
