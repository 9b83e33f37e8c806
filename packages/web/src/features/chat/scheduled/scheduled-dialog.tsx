import type { Scheduled } from '@chat/contract/writing';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, CircleAlert, Clock } from 'lucide-react';
import { useCallback, useId, useState } from 'react';
import { serverNow, useServerTime } from '../../../shared/server-clock.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import { ViewDialog } from '../../../shared/ui/dialog.tsx';
import { EmptyState, FailureState, ListSkeleton } from '../../../shared/ui/placeholders.tsx';
import { WhenDialog } from './later-menu.tsx';
import { useDeleteScheduled, useEditScheduled, useSendScheduled } from './own-scheduled.ts';
import { scheduledTexts as texts } from './scheduled.texts.ts';
import { type ScheduledPlace, scheduledQuery } from './scheduled.ts';
import styles from './scheduled-dialog.module.css';
import { sayWhen, tomorrowMorning } from './times.ts';

interface ScheduledDialogProps {
  subject: ScheduledPlace;
  onClose: () => void;
}

/** The user's own messages of a chat that wait, and those that could not be sent (rules/scheduled-page 4). */
export function ScheduledDialog({ subject, onClose }: ScheduledDialogProps) {
  const { chatId, hash } = subject;
  // Beside the list: what is typed stays when its message goes meanwhile.
  const [changing, setChanging] = useState<Scheduled | null>(null);
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
      {here.length > 0 && (
        <ScheduledList label={texts.title} list={here} hash={hash} onChange={setChanging} />
      )}
      {elsewhere.length > 0 && <Elsewhere list={elsewhere} onChange={setChanging} />}
      {changing && <ChangeDialog scheduled={changing} onClose={() => setChanging(null)} />}
    </ViewDialog>
  );
}

function Elsewhere(props: Pick<ScheduledListProps, 'list' | 'onChange'>) {
  const id = useId();
  return (
    <section className={styles.elsewhere} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {texts.elsewhere}
      </h3>
      <ScheduledList label={texts.elsewhere} {...props} />
    </section>
  );
}

interface ScheduledListProps {
  label: string;
  list: Scheduled[];
  /** Their chat's, whose box takes back what is called off. */
  hash?: string;
  onChange: (scheduled: Scheduled) => void;
}

function ScheduledList({ label, list, ...more }: ScheduledListProps) {
  return (
    <ul className={styles.list} aria-label={label}>
      {list.map((one) => (
        <ScheduledItem key={one.uuid} scheduled={one} {...more} />
      ))}
    </ul>
  );
}

interface ScheduledItemProps extends Pick<ScheduledListProps, 'hash' | 'onChange'> {
  scheduled: Scheduled;
}

function ScheduledItem(props: ScheduledItemProps) {
  const { scheduled } = props;
  const { content, droppedAt, reason } = scheduled;
  const textId = useId();
  return (
    <li className={styles.item}>
      <p id={textId} className={styles.text} dir="auto">
        {content}
      </p>
      {droppedAt === null ? (
        <When instant={scheduled.sendAt} />
      ) : (
        <p className={styles.dropped}>
          <CircleAlert aria-hidden="true" />
          {reason === 'LATE' ? texts.late : texts.dropped}
        </p>
      )}
      <Actions {...props} textId={textId} />
    </li>
  );
}

function Actions({ scheduled, hash, onChange, textId }: ScheduledItemProps & { textId: string }) {
  const { content, droppedAt, reason } = scheduled;
  const sending = useSendScheduled();
  const deleting = useDeleteScheduled();
  const isWaiting = droppedAt === null;
  const button = { variant: 'ghost', size: 's', 'aria-describedby': textId } as const;
  return (
    <div className={styles.actions}>
      <CopyButton
        variant="ghost"
        aria-describedby={textId}
        text={content}
        label={texts.copy}
        copied={texts.copied}
        failed={texts.copyFailed}
      />
      {reason !== 'NOT_ALLOWED' && (
        <>
          <Button {...button} onClick={() => onChange(scheduled)}>
            {isWaiting ? texts.edit : texts.changeTime}
          </Button>
          <Button {...button} isBusy={sending.isPending} onClick={() => sending.mutate(scheduled)}>
            {texts.sendNow}
          </Button>
        </>
      )}
      <Button
        {...button}
        isBusy={deleting.isPending}
        onClick={() => deleting.mutate({ scheduled, hash })}
      >
        {isWaiting ? texts.cancel : texts.discard}
      </Button>
    </div>
  );
}

interface ChangeDialogProps {
  scheduled: Scheduled;
  onClose: () => void;
}

/** Edits the text and time of a waiting message; of a late one the time alone. */
function ChangeDialog({ scheduled, onClose }: ChangeDialogProps) {
  const { content, sendAt, droppedAt } = scheduled;
  const { mutateAsync } = useEditScheduled();
  if (droppedAt === null) {
    return (
      <WhenDialog
        title={texts.editTitle}
        label={texts.save}
        at={new Date(sendAt)}
        text={content}
        onSubmit={(said) => mutateAsync({ scheduled, ...said })}
        onClose={onClose}
      />
    );
  }
  return (
    <WhenDialog
      title={texts.changeTime}
      label={texts.schedule}
      at={tomorrowMorning(new Date(serverNow()))}
      onSubmit={(said) => mutateAsync({ scheduled, text: content, sendAt: said.sendAt })}
      onClose={onClose}
    />
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
