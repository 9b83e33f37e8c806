import { useEffect } from 'react';
import { useSearched } from '../hooks/use-searched.ts';
import { loadRecents } from '../recent-searches.ts';
import { searchTexts as texts } from '../search.texts.ts';
import { Beginning } from './beginning.tsx';
import { FilterChips } from './filter-chips.tsx';
import { OperatorHelp } from './operator-help.tsx';
import { Results } from './results.tsx';
import styles from './search-body.module.css';

/** Beneath the field: the filters, and what was found or what to begin with. */
export function SearchBody({ isHelpShown }: { isHelpShown: boolean }) {
  const { found, isAsked, isSettled } = useSearched();
  useEffect(loadRecents, []);
  const isSearching = isAsked && (found.isPending || found.isPlaceholderData || !isSettled);
  const isFound = Boolean(found.data?.length);
  return (
    <div className={styles.body}>
      <FilterChips />
      {/* What stands large below is said here, and not shown twice. */}
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
