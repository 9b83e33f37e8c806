import type { Scheduled } from '@chat/contract/scheduled';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, CircleAlert, Clock } from 'lucide-react';
import { useCallback, useId } from 'react';
import { beginning } from '../../../shared/format/words.ts';
import { useServerTime } from '../../../shared/server-clock.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState, FailureState } from '../../../shared/ui/empty-state.tsx';
import { ListSkeleton } from '../../../shared/ui/skeleton.tsx';
import { ViewDialog } from '../../../shared/ui/view-dialog.tsx';
import { scheduledTexts as texts } from './scheduled.texts.ts';
import { scheduledQuery, useDeleteScheduled } from './scheduled.ts';
import styles from './scheduled-dialog.module.css';
import { sayWhen } from './times.ts';

interface ScheduledDialogProps {
  /** The chat. */
  subject: string;
  onClose: () => void;
}

/** The user's own messages of a chat that wait, and those that could not be sent (rules/scheduled-page 4). */
export function ScheduledDialog({ subject: chatId, onClose }: ScheduledDialogProps) {
  const { data, isPending, isError, refetch } = useQuery({ ...scheduledQuery, staleTime: 0 });
  const here = data?.filter((one) => one.chatId === chatId) ?? [];
  // Nobody gets to a chat that they were taken out of.
  const elsewhere = data?.filter((one) => one.chatId !== chatId && one.droppedAt !== null) ?? [];
  return (
    <ViewDialog isOpen onClose={onClose} title={texts.title} width={500}>
      {isPending && <ListSkeleton isPlain />}
      {isError && !data && <FailureState title={texts.listFailed} onRetry={() => void refetch()} />}
      {data && here.length === 0 && (
        <EmptyState icon={CalendarClock} title={texts.empty}>
          {texts.emptyHint}
        </EmptyState>
      )}
      {here.length > 0 && <ScheduledList label={texts.title} list={here} />}
      {elsewhere.length > 0 && <Elsewhere list={elsewhere} />}
    </ViewDialog>
  );
}

function Elsewhere({ list }: { list: Scheduled[] }) {
  const id = useId();
  return (
    <section className={styles.elsewhere} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {texts.elsewhere}
      </h3>
      <ScheduledList label={texts.elsewhere} list={list} />
    </section>
  );
}

function ScheduledList({ label, list }: { label: string; list: Scheduled[] }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {list.map((one) => (
        <ScheduledItem key={one.uuid} scheduled={one} />
      ))}
    </ul>
  );
}

function ScheduledItem({ scheduled }: { scheduled: Scheduled }) {
  const { content, droppedAt } = scheduled;
  const { mutate, isPending } = useDeleteScheduled();
  const textId = useId();
  return (
    <li className={styles.item}>
      <p id={textId} className={styles.text} dir="auto">
        {beginning(content)}
      </p>
      <div className={styles.foot}>
        {droppedAt === null ? (
          <When instant={scheduled.sendAt} />
        ) : (
          <p className={styles.dropped}>
            <CircleAlert aria-hidden="true" />
            {texts.dropped}
          </p>
        )}
        <Button
          variant="ghost"
          size="s"
          isBusy={isPending}
          aria-describedby={textId}
          onClick={() => mutate(scheduled)}
        >
          {droppedAt === null ? texts.cancel : texts.discard}
        </Button>
      </div>
    </li>
  );
}

/** Anew at midnight, when tomorrow becomes today. */
function When({ instant }: { instant: string }) {
  const said = useServerTime(
    useCallback((now: number) => texts.willBeSent(sayWhen(instant, new Date(now))), [instant]),
  );
  return (
    <p className={styles.when}>
      <Clock aria-hidden="true" />
      <time dateTime={instant}>{said}</time>
    </p>
  );
}
