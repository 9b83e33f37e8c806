import { UsersRound } from 'lucide-react';
import type { Ref } from 'react';
import { UnreadBadge } from '../../shared/ui/badge.tsx';
import { Avatar, PersonName } from '../../shared/ui/person.tsx';
import type { Destination } from './destinations.ts';
import styles from './quick-switcher.module.css';
import { quickSwitcherTexts as texts } from './quick-switcher.texts.ts';

interface DestinationListProps {
  ref: Ref<HTMLDivElement>;
  id: string;
  found: Destination[];
  highlighted: number;
  onHighlight: (position: number) => void;
  onChoose: (position: number) => void;
}

/** An option's id; the field that keeps the focus points to it. */
export const optionId = (listId: string, position: number) => `${listId}-${position}`;

export function DestinationList(props: DestinationListProps) {
  const { ref, id, found, highlighted, onHighlight, onChoose } = props;
  return (
    <div ref={ref} id={id} role="listbox" aria-label={texts.results} className={styles.list}>
      {found.map((destination, position) => (
        <DestinationItem
          key={destination.key}
          id={optionId(id, position)}
          destination={destination}
          isHighlighted={position === highlighted}
          onHighlight={() => onHighlight(position)}
          onChoose={() => onChoose(position)}
        />
      ))}
    </div>
  );
}

interface DestinationItemProps {
  id: string;
  destination: Destination;
  isHighlighted: boolean;
  onHighlight: () => void;
  onChoose: () => void;
}

function DestinationItem(props: DestinationItemProps) {
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
      <Mark destination={destination} />
      <span className={styles.text}>
        <span className={styles.label} title={destination.label}>
          <PersonName person={{ email: destination.label, deletedAt: null }} />
        </span>
        <span className={styles.hint}>{destination.hint}</span>
      </span>
      {destination.unreadCount > 0 && (
        <UnreadBadge count={destination.unreadCount} isMuted={destination.isMuted} />
      )}
    </div>
  );
}

function Mark({ destination }: Pick<DestinationItemProps, 'destination'>) {
  const { kind, label, icon: Icon = UsersRound } = destination;
  if (kind === 'person') return <Avatar email={label} size="s" />;
  return (
    <span className={styles.tile}>
      <Icon aria-hidden="true" />
    </span>
  );
}
