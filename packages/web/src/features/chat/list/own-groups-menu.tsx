import type { OwnGroup } from '@chat/contract/groups';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { groupLabel } from '../../../shared/format/words.ts';
import { usePath } from '../../../shared/navigation.ts';
import { groupIn, groupPath } from '../../../shared/routes.ts';
import { afterPaint } from '../../../shared/timing.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { PageLink } from '../../../shared/ui/page-link.tsx';
import { Skeleton } from '../../../shared/ui/placeholders.tsx';
import { ownGroupsQuery, useOwnGroups } from './chat-lists.ts';
import { groupsTexts } from './chats.texts.ts';
import styles from './own-groups-menu.module.css';

/** 'Mis grupos' of the side menu; on a rail only the groups' initials and counts are seen. */
export function OwnGroupsMenu({ isRail = false }: { isRail?: boolean }) {
  const groups = useOwnGroups();
  return (
    <section className={styles.section} data-rail={isRail || undefined}>
      <h2 className={styles.heading}>{groupsTexts.ownGroups}</h2>
      {groups.isError && !groups.data ? (
        <div className={styles.note}>
          <p>{groupsTexts.failed}</p>
          <Button variant="ghost" size="s" onClick={() => void groups.refetch()}>
            {groupsTexts.retry}
          </Button>
        </div>
      ) : (
        <GroupLinks groups={groups.data} />
      )}
    </section>
  );
}

function GroupLinks({ groups }: { groups: OwnGroup[] | undefined }) {
  const openId = groupIn(usePath());
  if (!groups) return <Skeleton height="2.75rem" />;
  if (groups.length === 0) return <p className={styles.note}>{groupsTexts.none}</p>;
  return (
    <ul className={styles.list}>
      {groups.map((group) => (
        <li key={group.uuid}>
          <GroupLink group={group} isOpen={group.uuid === openId} />
        </li>
      ))}
    </ul>
  );
}

function GroupLink({ group, isOpen }: { group: OwnGroup; isOpen: boolean }) {
  const label = groupLabel(group);
  const hasUnread = group.unreadCount > 0 && !isOpen;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isOpen) return afterPaint(() => link.current?.scrollIntoView({ block: 'nearest' }));
  }, [isOpen]);
  return (
    <PageLink ref={link} to={groupPath(group.uuid)} className={styles.link} title={label}>
      <span className={styles.tile} aria-hidden="true">
        {[...group.name].slice(0, 2).join('').toUpperCase()}
      </span>
      <span className={styles.text}>
        <span className={styles.label}>
          {group.name}
          <span className={styles.place}>{label.slice(group.name.length)}</span>
        </span>
        {hasUnread && (
          <span className={styles.unread}>
            <span className={styles.count}>{group.unreadCount}</span> {groupsTexts.unread}
          </span>
        )}
      </span>
    </PageLink>
  );
}

/** The place of a group: many have a chat of the same name. */
export function GroupPlace({ groupId }: { groupId: string }) {
  const label = useQuery({
    ...ownGroupsQuery,
    select: (groups) => {
      const group = groups.find(({ uuid }) => uuid === groupId);
      return group && groupLabel(group);
    },
  });
  return label.data;
}
