import { UsersRound } from 'lucide-react';
import { Redirect } from 'wouter';
import { useOwnGroups } from '../features/chat/list/chat-lists.ts';
import { groupsTexts } from '../features/chat/list/chats.texts.ts';
import { usePath } from '../shared/navigation.ts';
import { groupPath, routeAt, routePaths } from '../shared/routes.ts';
import { useSession } from '../shared/session.ts';
import linkStyles from '../shared/ui/link.module.css';
import { PageLink } from '../shared/ui/page-link.tsx';
import { EmptyState, FailureState, ListSkeleton } from '../shared/ui/placeholders.tsx';

/** Non-admins go on to their first group's chat, from here alone (rules/navigation 11). */
export function UserGroupsPage() {
  const isAdmin = useSession((session) => session.user?.isAdmin);
  const groups = useOwnGroups();
  // The skeleton stays in sight while the code of the next page loads.
  const isLeft = routeAt(usePath()) !== 'user.groups';
  if (groups.isError && !groups.data) return <FailureState onRetry={() => void groups.refetch()} />;
  if (!groups.data || isLeft) return <ListSkeleton />;
  const [first] = groups.data;
  if (first && !isAdmin) return <Redirect to={groupPath(first.uuid)} replace />;
  return (
    <EmptyState
      icon={UsersRound}
      title={groupsTexts.none}
      action={
        <PageLink to={routePaths['chats.me']} className={linkStyles.button}>
          {groupsTexts.writeNotes}
        </PageLink>
      }
    >
      {groupsTexts.noneHint}
    </EmptyState>
  );
}
