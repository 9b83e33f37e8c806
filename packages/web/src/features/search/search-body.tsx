import { History, TextSearch, X } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { EmptyState } from '../../shared/ui/placeholders.tsx';
import { FilterChips } from './filter-chips.tsx';
import { useSearched } from './find-messages.ts';
import { Results } from './results.tsx';
import { operators, searchTexts as texts } from './search.texts.ts';
import styles from './search-body.module.css';
import {
  clearRecents,
  loadRecents,
  openSearch,
  removeRecent,
  useRecentSearches,
  useSearchView,
} from './search-view.ts';

/** Beneath the field: the filters, and what was found or what to begin with. */
export function SearchBody({ isHelpShown }: { isHelpShown: boolean }) {
  const { found, isAsked, isSettled } = useSearched();
  useEffect(loadRecents, []);
  const isSearching = isAsked && (found.isPending || found.isPlaceholderData || !isSettled);
  const isFound = Boolean(found.data?.length);
  return (
    <div className={styles.body}>
      <FilterChips />
      {/* Screen readers get the large text below from here, so it is hidden here for the eye. */}
      <p role="status" className={isFound || isSearching ? styles.status : 'visually-hidden'}>
        {isAsked && statusOf(found, isSearching)}
      </p>
      {isHelpShown && <OperatorHelp />}
      {isAsked ? <Results found={found} isSearching={isSearching} /> : <Beginning />}
    </div>
  );
}

function statusOf(
  { data, hasNextPage }: ReturnType<typeof useSearched>['found'],
  isSearching: boolean,
): string {
  if (isSearching) return texts.searching;
  if (!data) return texts.failed;
  return data.length === 0 ? texts.nothing : texts.count(data.length, hasNextPage);
}

/** Before anything is typed: what was searched for lately. */
function Beginning() {
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

/** The operators beside plain words. */
function OperatorHelp() {
  return (
    <section className={styles.help} aria-label={texts.help}>
      <dl className={styles.list}>
        {operators.map(([typed, meaning]) => (
          <div key={typed} className={styles.line}>
            <dt className={styles.typed}>{typed}</dt>
            <dd className={styles.meaning}>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
