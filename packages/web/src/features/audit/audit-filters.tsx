import type { AuditAction } from '@chat/contract/audit';
import { listDeletedUsers } from '@chat/contract/holds';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../shared/call-api.ts';
import { ChoiceChip, type Choices, DatesChip } from '../../shared/ui/chips.tsx';
import { personName } from '../../shared/ui/person.tsx';
import { usersQuery } from '../directory/lists/lists.ts';
import type { AuditFilters } from './api.ts';
import { auditTexts as texts } from './audit.texts.ts';
import styles from './audit-dialog.module.css';

interface FilterProps {
  filters: AuditFilters;
  onChange: (change: Partial<AuditFilters>) => void;
}

/** By person, action and time. */
export function AuditFilterChips({ filters, onChange }: FilterProps) {
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
