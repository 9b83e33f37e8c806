import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ownGroupsQuery } from '../chat/list/chat-lists.ts';

/**
 * How much is unread in all groups, without what their mutes hold back, in the document's title, its icon and the badge
 * of the installed application (rules/mutes 9).
 */
export function useUnreadTitle(title: string, isWanted: boolean): void {
  const { data } = useQuery({ ...ownGroupsQuery, enabled: isWanted });
  const unread = data?.reduce((sum, group) => sum + group.unmutedCount, 0) ?? 0;
  useEffect(() => showUnread(title, unread), [title, unread]);
  useEffect(() => () => showUnread(title, 0), [title]);
}

function showUnread(title: string, unread: number): void {
  document.title = unread > 0 ? `(${unread}) ${title}` : title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (icon) icon.href = unread > 0 ? '/icon-unread.svg' : '/icon.svg';
  void showBadge(unread);
}

interface Badges extends Pick<Navigator, 'userAgent'> {
  setAppBadge?: (unread: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
}

/** Not every browser has badges, and some want the permission for notifications before. */
async function showBadge(unread: number): Promise<void> {
  const badges: Badges = navigator;
  try {
    if (unread > 0) await badges.setAppBadge?.(unread);
    else await badges.clearAppBadge?.();
  } catch (error) {
    console.info('this browser shows no badge', error);
  }
}
