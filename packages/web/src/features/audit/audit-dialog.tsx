import { type AuditEvent, listAuditEvents } from '@chat/contract/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { callApi } from '../../shared/call-api.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState, FailureState } from '../../shared/ui/empty-state.tsx';
import { Avatar } from '../../shared/ui/person.tsx';
import { ListSkeleton } from '../../shared/ui/skeleton.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { ViewDialog } from '../../shared/ui/view-dialog.tsx';
import { withBreaks } from '../../shared/ui/with-breaks.tsx';
import { auditTexts as texts } from './audit.texts.ts';
import styles from './audit-dialog.module.css';

/** The audit log: who read or changed other people's data, and when. */
export function AuditDialog({ onClose }: { onClose: () => void }) {
  const events = useAuditEvents();
  return (
    <ViewDialog isOpen onClose={onClose} title={texts.title}>
      <p className={styles.hint}>{texts.hint}</p>
      {events.isPending && <ListSkeleton />}
      {events.isError && !events.data && (
        <FailureState title={texts.failed} onRetry={() => void events.refetch()} />
      )}
      {events.data?.length === 0 && <EmptyState icon={ScrollText} title={texts.none} />}
      <ul className={styles.list} aria-label={texts.list}>
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

/** The conversation it happened in, where it did in one. */
function placeOf({ chatId, memberEmails, groupName }: AuditEvent): string | undefined {
  if (chatId === null) return undefined;
  const chat = memberEmails.length > 0 ? texts.directChat(memberEmails) : texts.groupChat;
  return [chat, groupName].filter(Boolean).join(' · ');
}

/** Newest first, page by page; read anew whenever it is opened. */
const useAuditEvents = () =>
  useInfiniteQuery({
    queryKey: ['audit-events'],
    queryFn: ({ pageParam, signal }) =>
      callApi(listAuditEvents, { query: { page: String(pageParam) }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) =>
      pagination && pagination.page < pagination.totalPages ? pagination.page + 1 : undefined,
    select: ({ pages }) => eachOnce(pages.flatMap(({ content }) => content)),
    gcTime: 0,
  });

// An event that is recorded while pages are being read moves the last event of one page to the next page.
const eachOnce = (events: AuditEvent[]) => [...new Map(events.map((e) => [e.id, e])).values()];
