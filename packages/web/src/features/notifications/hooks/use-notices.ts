import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { goTo } from '../../../shared/navigation.ts';
import { groupPath } from '../../../shared/routes.ts';
import { ownGroupsQuery } from '../../chat/list/api/list-own-groups.ts';
import { chooseEntry } from '../../chat/list/hooks/use-selected-entry.ts';
import { useClickedNotice } from '../notices.ts';
import { askPermission } from '../permission.ts';

/** Asks for the browser's permission on load (rules/notifications 4). */
export function useNotificationPermission(isWanted: boolean): void {
  useEffect(() => {
    if (isWanted) void askPermission();
  }, [isWanted]);
}

/** Opens the chat of a clicked notification, from whatever page is open. */
export function useClickedChat(): void {
  const clicked = useClickedNotice((state) => state.clicked);
  useEffect(() => {
    if (!clicked?.groupId) return;
    const { groupId, chatType, chatUuid, senderId } = clicked;
    useClickedNotice.setState({ clicked: null });
    // A list names the group chat by its own uuid, a direct one by whom it is with.
    if (chatType === 'GROUP') chooseEntry(groupId, { chatType, uuid: chatUuid });
    else chooseEntry(groupId, { chatType: 'DIRECT', uuid: senderId });
    goTo(groupPath(groupId));
  }, [clicked]);
}

/** The document's title shows how much is unread in all groups, and its icon that there is something. */
export function useUnreadTitle(title: string, isWanted: boolean): void {
  const { data } = useQuery({ ...ownGroupsQuery, enabled: isWanted });
  const unread = data?.reduce((sum, group) => sum + group.unreadCount, 0) ?? 0;
  useEffect(() => {
    showUnread(title, unread);
    return () => showUnread(title, 0);
  }, [title, unread]);
}

function showUnread(title: string, unread: number): void {
  document.title = unread > 0 ? `(${unread}) ${title}` : title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (icon) icon.href = unread > 0 ? '/icon-unread.svg' : '/icon.svg';
}
