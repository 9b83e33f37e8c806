import type { AuditAction, AuditEvent } from '@chat/contract/audit';
import { listDeletedUsers } from '@chat/contract/holds';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Download, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { callApi } from '../../shared/call-api.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ChoiceChip, type Choices, DatesChip } from '../../shared/ui/chips.tsx';
import { ViewDialog } from '../../shared/ui/dialog.tsx';
import { Avatar, personName } from '../../shared/ui/person.tsx';
import { EmptyState, FailureState, ListSkeleton } from '../../shared/ui/placeholders.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { withBreaks } from '../../shared/ui/with-breaks.tsx';
import { usersQuery } from '../directory/lists/lists.ts';
import { type AuditFilters, hasFilters, noFilters, useAuditEvents, useExportAudit } from './api.ts';
import { auditTexts as texts } from './audit.texts.ts';
import styles from './audit-dialog.module.css';

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

interface FilterProps {
  filters: AuditFilters;
  onChange: (change: Partial<AuditFilters>) => void;
}

/** By person, action and time. */
function AuditFilterChips({ filters, onChange }: FilterProps) {
  const { since, until } = filters;
  return (
    <fieldset className={styles.chips}>
      <legend className="visually-hidden">{texts.filters}</legend>
      <PersonChip {...{ filters, onChange }} />
      <ActionChip {...{ filters, onChange }} />
      <DatesChip {...{ since, until, onChange }} />
    </fieldset>
  );
}

/** The audit goes on about people who have left. */
const deletedQuery = queryOptions({
  queryKey: ['users', 'deleted', 'all'],
  queryFn: async ({ signal }) => (await callApi(listDeletedUsers, { signal })).content,
});

function PersonChip({ filters: { person }, onChange }: FilterProps) {
  const [isOpen, setOpen] = useState(false);
  const users = useQuery({ ...usersQuery, enabled: isOpen });
  const deleted = useQuery({ ...deletedQuery, enabled: isOpen });
  const present = users.data?.map((user) => ({ ...user, deletedAt: null })) ?? [];
  const options = [...present, ...(deleted.data ?? [])].map((user) => ({
    value: user.uuid,
    label: personName(user),
  }));
  return (
    <ChoiceChip
      choices={{
        options,
        isLoading: users.isLoading || deleted.isLoading,
        hasFailed: users.isError || deleted.isError,
      }}
      isOpen={isOpen}
      label={texts.person}
      placeholder={texts.findPerson}
      chosen={person?.email ?? null}
      value={person?.id ?? null}
      onOpenChange={setOpen}
      onChoose={(choice) =>
        onChange({ person: choice && { id: choice.value, email: choice.label } })
      }
    />
  );
}

const isAction = (value: string): value is AuditAction => value in texts.actionNames;

const actions: Choices = {
  options: Object.entries(texts.actionNames)
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label, 'es')),
  isLoading: false,
  hasFailed: false,
};

function ActionChip({ filters: { action }, onChange }: FilterProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <ChoiceChip
      choices={actions}
      isOpen={isOpen}
      label={texts.action}
      placeholder={texts.findAction}
      chosen={action && texts.actionNames[action]}
      value={action}
      onOpenChange={setOpen}
      onChoose={(choice) =>
        onChange({ action: choice && isAction(choice.value) ? choice.value : null })
      }
    />
  );
}
