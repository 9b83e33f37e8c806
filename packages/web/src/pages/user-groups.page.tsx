import { Link, Navigate } from '@tanstack/react-router';
import { UsersRound } from 'lucide-react';
import { useOwnGroups } from '../features/chat/list/api/list-own-groups.ts';
import { groupsTexts } from '../features/chat/list/groups.texts.ts';
import { routePaths } from '../shared/routes.ts';
import { useSession } from '../shared/session.ts';
import { EmptyState } from '../shared/ui/empty-state.tsx';
import { FailureState } from '../shared/ui/failure-state.tsx';
import linkStyles from '../shared/ui/link.module.css';
import { ListSkeleton } from '../shared/ui/skeleton.tsx';

/** Non-admins go on to their first group's chat, from here alone (rules/navigation 11). */
export function UserGroupsPage() {
  const isAdmin = useSession((session) => session.user?.isAdmin);
  const groups = useOwnGroups();
  if (groups.isError && !groups.data) return <FailureState onRetry={() => void groups.refetch()} />;
  if (!groups.data) return <ListSkeleton />;
  const [first] = groups.data;
  if (first && !isAdmin) return <Navigate to="/groups/$id" params={{ id: first.uuid }} replace />;
  return (
    <EmptyState
      icon={UsersRound}
      title={groupsTexts.none}
      action={
        <Link to={routePaths['chats.me']} className={linkStyles.button}>
          {groupsTexts.writeNotes}
        </Link>
      }
    >
      {groupsTexts.noneHint}
    </EmptyState>
  );
}
