import { reasonText } from '@chat/contract/forms';
import type { Hold } from '@chat/contract/holds';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { Archive, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ConfirmDialog, ViewDialog } from '../../shared/ui/dialog.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { Avatar } from '../../shared/ui/person.tsx';
import { EmptyState, FailureState, ListSkeleton } from '../../shared/ui/placeholders.tsx';
import rowStyles from '../../shared/ui/rows.module.css';
import { ReasonField, useSaving } from '../../shared/ui/save-form-dialog.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { withBreaks } from '../../shared/ui/with-breaks.tsx';
import { type HoldSubject, holdOn, useEndHold, useHolds, useSetHold } from './api.ts';
import styles from './holds.module.css';
import { holdsTexts as texts } from './holds.texts.ts';

interface HoldDialogProps {
  subject: HoldSubject;
  onClose: () => void;
}

/** Keeps a conversation or a person, changes the reason, or ends it (rules/holds 8). */
export function HoldDialog({ subject, onClose }: HoldDialogProps) {
  const { data, isError, refetch } = useHolds();
  if (data) return <HoldForm subject={subject} hold={holdOn(data, subject)} onClose={onClose} />;
  if (!isError) return null;
  return (
    <ViewDialog isOpen onClose={onClose} title={texts.title}>
      <FailureState title={texts.loadFailed} onRetry={() => void refetch()} />
    </ViewDialog>
  );
}

const formSchema = z.object({ reason: reasonText });

interface HoldFormProps extends HoldDialogProps {
  hold: Hold | undefined;
}

/** A refusal keeps what was typed. */
function HoldForm({ subject, hold, onClose }: HoldFormProps) {
  const keep = useSetHold(subject);
  const [isEnding, setEnding] = useState(false);
  const form = useForm({
    resolver: standardSchemaResolver(formSchema),
    defaultValues: { reason: hold?.reason ?? '' },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const reason = useWatch({ control: form.control, name: 'reason' });
  const handleSubmit = useSaving(form, (values) => keep.mutateAsync(values.reason), onClose);
  const what = (subject.chatId === null ? texts.user : texts.chat)(subject.name);
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={texts.title}
      description={`${(hold ? texts.since : texts.before)(what)} ${texts.hint}`}
      onSubmit={handleSubmit}
      isChanged={isDirty}
      footer={
        <>
          {hold && (
            <Button variant="secondary" onClick={() => setEnding(true)}>
              {texts.end}
            </Button>
          )}
          <Button type="submit" isBusy={isSubmitting}>
            {hold ? texts.change : texts.set}
          </Button>
        </>
      }
    >
      {hold && <Since hold={hold} />}
      <ReasonField typed={reason} error={errors.reason?.message} {...form.register('reason')} />
      {isEnding && (
        <EndHoldDialog subject={subject} onEnded={onClose} onClose={() => setEnding(false)} />
      )}
    </FormDialog>
  );
}

/** Since when something is kept, and by whom. */
function Since({ hold: { since, by } }: { hold: Hold }) {
  return (
    <p className={styles.since}>
      {texts.begun} <Time instant={since} /> {withBreaks(texts.by(by))}
    </p>
  );
}

interface EndHoldDialogProps extends HoldDialogProps {
  onEnded: () => void;
}

function EndHoldDialog({ subject, onEnded, onClose }: EndHoldDialogProps) {
  const end = useEndHold(subject);
  const { title, question } = texts.ending;
  return (
    <ConfirmDialog
      isOpen
      isDanger
      onClose={onClose}
      title={title}
      confirmLabel={texts.end}
      isBusy={end.isPending}
      onConfirm={() => end.mutate(undefined, { onSuccess: onEnded })}
    >
      {question(subject.name)}
    </ConfirmDialog>
  );
}

/** The holds in force; each can be changed and ended from here, those of the deleted too. */
export function HoldListDialog({ onClose }: { onClose: () => void }) {
  const holds = useHolds();
  const [changed, setChanged] = useState<Hold | null>(null);
  return (
    <ViewDialog isOpen onClose={onClose} title={texts.list.title}>
      {holds.isPending && <ListSkeleton rows={3} />}
      {holds.isError && !holds.data && (
        <FailureState title={texts.loadFailed} onRetry={() => void holds.refetch()} />
      )}
      {holds.data?.length === 0 && (
        <EmptyState icon={Archive} title={texts.list.none}>
          {texts.list.noneHint}
        </EmptyState>
      )}
      <ul className={rowStyles.rows} aria-label={texts.list.title}>
        {holds.data?.map((hold) => (
          <HoldRow key={hold.chatId ?? hold.userId} hold={hold} onChange={() => setChanged(hold)} />
        ))}
      </ul>
      {changed && <HoldDialog subject={changed} onClose={() => setChanged(null)} />}
    </ViewDialog>
  );
}

function HoldRow({ hold, onChange }: { hold: Hold; onChange: () => void }) {
  const { chatId, name, reason } = hold;
  return (
    <li className={`${rowStyles.row} ${rowStyles.top}`}>
      <Avatar email={name} size="s" isGroup={chatId !== null} />
      <div className={styles.text}>
        <p className={styles.head}>
          <span className={styles.name}>{withBreaks(name)}</span>
          <Badge>{chatId === null ? texts.list.user : texts.list.chat}</Badge>
        </p>
        <p className={styles.reason}>{withBreaks(reason)}</p>
        <Since hold={hold} />
      </div>
      <IconButton
        label={texts.list.change(name)}
        icon={Pencil}
        size="s"
        withTooltip={false}
        onClick={onChange}
      />
    </li>
  );
}
