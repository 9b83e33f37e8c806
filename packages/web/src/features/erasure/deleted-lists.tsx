import {
  type DeletedGroup,
  type DeletedUser,
  listDeletedGroups,
  listDeletedUsers,
} from '@chat/contract/holds';
import type { Pagination } from '@chat/contract/route';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Archive, Download, Eraser, type LucideIcon, UserRound, UsersRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { callApi } from '../../shared/call-api.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ViewDialog } from '../../shared/ui/dialog.tsx';
import { Avatar } from '../../shared/ui/person.tsx';
import { EmptyState, FailureState, ListSkeleton } from '../../shared/ui/placeholders.tsx';
import { RowMenu } from '../../shared/ui/row-menu.tsx';
import rowStyles from '../../shared/ui/rows.module.css';
import { Time } from '../../shared/ui/time.tsx';
import { withBreaks } from '../../shared/ui/with-breaks.tsx';
import { EraseGroupDialog, EraseUserDialog } from './erase-dialogs.tsx';
import styles from './erasure.module.css';
import { erasureTexts as texts } from './erasure.texts.ts';

interface Paged<Row> {
  content: Row[];
  pagination: Pagination;
}

/** Page by page, newest deletion first; `kind` is what its events have read again. */
const usePages = <Row,>(
  kind: 'users' | 'groups',
  fetchPage: (query: { page: string }, signal: AbortSignal) => Promise<Paged<Row>>,
) =>
  useInfiniteQuery({
    queryKey: [kind, 'deleted'],
    queryFn: ({ pageParam, signal }) => fetchPage({ page: String(pageParam) }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) =>
      pagination && pagination.page < pagination.totalPages ? pagination.page + 1 : undefined,
    select: ({ pages }) => pages.flatMap(({ content }) => content),
    staleTime: 0,
    gcTime: 0,
  });

const eraseItem = (onSelect: () => void) => ({
  label: texts.erase,
  icon: Eraser,
  isDanger: true,
  onSelect,
});

interface DeletedUsersDialogProps {
  /** Undefined for who does not supervise, and knows of no hold. */
  holding:
    | { isHeld: (user: DeletedUser) => boolean; onHold: (user: DeletedUser) => void }
    | undefined;
  onExport: (user: DeletedUser) => void;
  onClose: () => void;
  /** Dialogs over the list. */
  children: ReactNode;
}

/** Deleted people of whom something is left (rules/erasure 11). */
export function DeletedUsersDialog(props: DeletedUsersDialogProps) {
  const { holding, onExport, onClose, children } = props;
  const users = usePages('users', (query, signal) => callApi(listDeletedUsers, { query, signal }));
  const [erased, setErased] = useState<DeletedUser | null>(null);
  const itemsOf = (user: DeletedUser) => [
    { label: texts.users.export, icon: Download, onSelect: () => onExport(user) },
    ...(holding
      ? [{ label: texts.users.hold, icon: Archive, onSelect: () => holding.onHold(user) }]
      : []),
    eraseItem(() => setErased(user)),
  ];
  return (
    <ViewDialog isOpen onClose={onClose} title={texts.users.title}>
      <DeletedList list={users} icon={UserRound} {...texts.users}>
        {(user) => (
          <>
            <Avatar email={user.email} size="s" />
            <div className={styles.text}>
              <p className={styles.name}>
                {withBreaks(`${user.firstName} ${user.lastName}`.trim())}
                {holding?.isHeld(user) && <Badge tone="warning">{texts.held}</Badge>}
              </p>
              <p>{withBreaks(user.email)}</p>
              <Deletion instant={user.deletedAt} />
            </div>
            <RowMenu label={texts.options(user.email)} items={itemsOf(user)} />
          </>
        )}
      </DeletedList>
      {erased && <EraseUserDialog user={erased} onClose={() => setErased(null)} />}
      {children}
    </ViewDialog>
  );
}

/** Deleted groups whose content is left. */
export function DeletedGroupsDialog({ onClose }: { onClose: () => void }) {
  const groups = usePages('groups', (query, signal) =>
    callApi(listDeletedGroups, { query, signal }),
  );
  const [erased, setErased] = useState<DeletedGroup | null>(null);
  return (
    <ViewDialog isOpen onClose={onClose} title={texts.groups.title}>
      <DeletedList list={groups} icon={UsersRound} {...texts.groups}>
        {(group) => (
          <>
            <Avatar email={group.name} size="s" isGroup />
            <div className={styles.text}>
              <p className={styles.name}>{withBreaks(group.name)}</p>
              <Deletion instant={group.deletedAt} />
            </div>
            <RowMenu
              label={texts.options(group.name)}
              items={[eraseItem(() => setErased(group))]}
            />
          </>
        )}
      </DeletedList>
      {erased && <EraseGroupDialog group={erased} onClose={() => setErased(null)} />}
    </ViewDialog>
  );
}

function Deletion({ instant }: { instant: string }) {
  return (
    <p className={styles.muted}>
      {texts.deletedAt} <Time instant={instant} />
    </p>
  );
}

interface DeletedListProps<Row> {
  list: ReturnType<typeof usePages<Row>>;
  icon: LucideIcon;
  title: string;
  hint: string;
  none: string;
  noneHint: string;
  children: (row: Row) => ReactNode;
}

function DeletedList<Row extends { uuid: string }>(props: DeletedListProps<Row>) {
  const { list, icon, title, hint, none, noneHint, children } = props;
  if (list.isError && !list.data) {
    return <FailureState title={texts.loadFailed} onRetry={() => void list.refetch()} />;
  }
  if (!list.data) return <ListSkeleton rows={3} />;
  if (list.data.length === 0) {
    return (
      <EmptyState icon={icon} title={none}>
        {noneHint}
      </EmptyState>
    );
  }
  return (
    <>
      <p className={styles.muted}>{hint}</p>
      <ul className={rowStyles.rows} aria-label={title}>
        {list.data.map((row) => (
          <li key={row.uuid} className={rowStyles.row}>
            {children(row)}
          </li>
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
    </>
  );
}
