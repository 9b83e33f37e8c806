import { AtSign } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLayer } from '../../../shared/layers.ts';
import { cx } from '../../../shared/ui/cx.ts';
import { toneOf } from '../../../shared/ui/person.tsx';
import { mentionsTexts } from '../messages/messages.texts.ts';
import styles from './mention-list.module.css';
import type { MentionSearch } from './mention-search.ts';

/** The people who can be mentioned; the keyboard focus stays in the text. */
export function MentionList({ search }: { search: MentionSearch }) {
  const { listId, people, index, setIndex, pick, close } = search;
  useLayer(people.length > 0, close);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  }, [index]);
  if (people.length === 0) return null;
  return (
    <div className={styles.popup}>
      <p role="status" className="visually-hidden">
        {mentionsTexts.found(people.length)}
      </p>
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={mentionsTexts.list}
        // A scrolling list must be focusable; no key leads here, since Tab picks.
        tabIndex={0}
        className={styles.list}
        // The text keeps the focus.
        onMouseDown={(event) => event.preventDefault()}
      >
        {people.map(({ uuid, email }, position) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the text and picks from there
          <div
            key={uuid}
            id={`${listId}-${position}`}
            role="option"
            tabIndex={-1}
            aria-selected={position === index}
            className={styles.option}
            onMouseMove={() => position !== index && setIndex(position)}
            onClick={() => pick(position)}
          >
            <AtSign className={cx(styles.icon, toneOf(email))} aria-hidden="true" />
            <span className={styles.email} title={email}>
              {email}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
