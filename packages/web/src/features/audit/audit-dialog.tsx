import type { AuditEvent } from '@chat/contract/audit';
import { Download, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState, FailureState } from '../../shared/ui/empty-state.tsx';
import { Avatar } from '../../shared/ui/person.tsx';
import { ListSkeleton } from '../../shared/ui/skeleton.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { ViewDialog } from '../../shared/ui/view-dialog.tsx';
import { withBreaks } from '../../shared/ui/with-breaks.tsx';
import { type AuditFilters, hasFilters, noFilters, useAuditEvents, useExportAudit } from './api.ts';
import { auditTexts as texts } from './audit.texts.ts';
import styles from './audit-dialog.module.css';
import { AuditFilterChips } from './audit-filters.tsx';

/** The audit log: who read or changed other people's data, and when. */
export function AuditDialog({ onClose }: { onClose: () => void }) {
  const [filters, setFilters] = useState(noFilters);
  const change = (some: Partial<AuditFilters>) => setFilters((all) => ({ ...all, ...some }));
  const events = useAuditEvents(filters);
  const download = useExportAudit(filters);
  return (
    <ViewDialog isOpen onClose={onClose} title={texts.title}>
      <p className={styles.hint}>{texts.hint}</p>
      <div className={styles.tools}>
        <AuditFilterChips filters={filters} onChange={change} />
        <Button
          variant="secondary"
          size="s"
          icon={<Download aria-hidden="true" />}
          isBusy={download.isPending}
          onClick={() => download.mutate()}
        >
          {texts.csv}
        </Button>
      </div>
      {events.isPending && <ListSkeleton />}
      {events.isError && !events.data && (
        <FailureState title={texts.failed} onRetry={() => void events.refetch()} />
      )}
      {events.data?.length === 0 && (
        <EmptyState icon={ScrollText} title={hasFilters(filters) ? texts.noneFound : texts.none} />
      )}
      <ul className={styles.list} aria-label={texts.list} aria-busy={events.isPlaceholderData}>
        {events.data?.map((event) => (
          <AuditLine key={event.id} event={event} />
        ))}
      </ul>
      {events.hasNextPage && (
        <Button
          variant="ghost"
          isBusy={events.isFetchingNextPage}
          onClick={() => void events.fetchNextPage()}
        >
          {texts.more}
        </Button>
      )}
    </ViewDialog>
  );
}

function AuditLine({ event }: { event: AuditEvent }) {
  const { happenedAt } = event;
  const actor = texts.by(event);
  const where = placeOf(event);
  return (
    <li className={styles.line}>
      <Avatar email={event.actorEmail ?? actor} size="s" />
      <div className={styles.what}>
        <p>
          <strong className={styles.actor}>{withBreaks(actor)}</strong>{' '}
          {withBreaks(texts.did(event))}
        </p>
        {where && <p className={styles.chat}>{withBreaks(where)}</p>}
      </div>
      <Time className={styles.time} instant={happenedAt} />
    </li>
  );
}

/** The conversation it happened in, where it did in one, and the address that it came from. */
function placeOf({ chatId, memberEmails, groupName, address }: AuditEvent): string {
  const chat = memberEmails.length > 0 ? texts.directChat(memberEmails) : texts.groupChat;
  const parts = [...(chatId === null ? [] : [chat, groupName]), address && texts.from(address)];
  return parts.filter(Boolean).join(' · ');
}
