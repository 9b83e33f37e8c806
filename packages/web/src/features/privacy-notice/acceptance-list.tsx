import type { NoticeAcceptance } from '@chat/contract/privacy-notice';
import { Download, UserCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Avatar } from '../../shared/ui/person.tsx';
import { EmptyState, FailureState, ListSkeleton } from '../../shared/ui/placeholders.tsx';
import rowStyles from '../../shared/ui/rows.module.css';
import { Select } from '../../shared/ui/select.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { withBreaks } from '../../shared/ui/with-breaks.tsx';
import { useAcceptances, useExportAcceptances } from './api.ts';
import styles from './privacy-notice.module.css';
import { privacyNoticeTexts } from './privacy-notice.texts.ts';

const texts = privacyNoticeTexts.acceptances;

const PENDING = 'pending';
const choices = [
  { value: PENDING, label: texts.pending },
  { value: 'confirmed', label: texts.confirmed },
];

/** The confirmations, and the people who have yet to confirm the version in force. */
export function AcceptanceList() {
  const [shown, setShown] = useState(PENDING);
  const isPending = shown === PENDING;
  const list = useAcceptances(isPending);
  const download = useExportAcceptances(isPending);
  const rows = list.data?.rows ?? [];
  return (
    <section className={styles.card} aria-labelledby="notice-acceptances">
      <h2 id="notice-acceptances" className={styles.title}>
        {texts.title}
      </h2>
      <div className={styles.tools}>
        <Select
          label={texts.show}
          isLabelHidden
          options={choices}
          value={shown}
          onChange={(value) => setShown(value ?? PENDING)}
        />
        <Button
          variant="secondary"
          icon={<Download aria-hidden="true" />}
          isBusy={download.isPending}
          disabled={rows.length === 0}
          onClick={() => download.mutate()}
        >
          {texts.csv}
        </Button>
      </div>
      {list.isPending && <ListSkeleton rows={4} />}
      {list.isError && !list.data && (
        <FailureState title={texts.failed} onRetry={() => void list.refetch()} />
      )}
      {list.data && rows.length === 0 && (
        <EmptyState icon={UserCheck} title={isPending ? texts.nonePending : texts.noneConfirmed} />
      )}
      {rows.length > 0 && (
        <p className={styles.hint}>
          {(isPending ? texts.people : texts.confirmations)(list.data?.total ?? 0)}
        </p>
      )}
      <ul className={rowStyles.rows} aria-label={isPending ? texts.pending : texts.confirmed}>
        {rows.map((row) => (
          <AcceptanceRow key={`${row.userId} ${row.version}`} acceptance={row} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          variant="ghost"
          isBusy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {texts.more}
        </Button>
      )}
    </section>
  );
}

function AcceptanceRow({ acceptance: { email, version, at } }: { acceptance: NoticeAcceptance }) {
  return (
    <li className={rowStyles.row}>
      <Avatar email={email} size="s" />
      <p className={styles.grow}>{withBreaks(email)}</p>
      {at && (
        <p className={styles.when}>
          {texts.version(version)}
          <Time instant={at} />
        </p>
      )}
    </li>
  );
}
