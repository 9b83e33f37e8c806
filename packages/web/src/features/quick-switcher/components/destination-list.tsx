import type { Ref } from 'react';
import type { Destination } from '../destinations.ts';
import { quickSwitcherTexts as texts } from '../quick-switcher.texts.ts';
import { DestinationItem } from './destination-item.tsx';
import styles from './quick-switcher.module.css';

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
