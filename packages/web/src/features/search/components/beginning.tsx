import { History, TextSearch, X } from 'lucide-react';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { clearRecents, removeRecent, useRecentSearches } from '../recent-searches.ts';
import { searchTexts as texts } from '../search.texts.ts';
import { openSearch, useSearchView } from '../search-view.ts';
import styles from './beginning.module.css';

/** Before anything is typed: what was searched for lately. */
export function Beginning() {
  const recents = useRecentSearches((state) => state.texts);
  const isAll = useSearchView((view) => view.realm === 'all');
  return (
    <div className={styles.beginning}>
      {recents.length > 0 ? (
        <Recents recents={recents} />
      ) : (
        <EmptyState icon={TextSearch} title={isAll ? texts.beginAll : texts.begin}>
          {texts.beginHint}
        </EmptyState>
      )}
    </div>
  );
}

function Recents({ recents }: { recents: string[] }) {
  return (
    <>
      <header className={styles.header}>
        <h3 className={styles.heading}>{texts.recents}</h3>
        <Button variant="ghost" size="s" onClick={() => leaveFor(clearRecents)}>
          {texts.clearRecents}
        </Button>
      </header>
      <ul aria-label={texts.recents}>
        {recents.map((text) => (
          <li key={text} className={styles.recent}>
            <button type="button" className={styles.text} onClick={() => openSearch({ text })}>
              <History aria-hidden="true" />
              <span className={styles.label}>{text}</span>
            </button>
            <IconButton
              label={texts.removeRecent(text)}
              icon={X}
              size="s"
              variant="plain"
              withTooltip={false}
              onClick={() => leaveFor(() => removeRecent(text))}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The button that was pressed goes: one goes on at the field. */
function leaveFor(change: () => void): void {
  change();
  openSearch();
}
