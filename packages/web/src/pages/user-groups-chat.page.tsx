import { DoorClosed, MessagesSquare } from 'lucide-react';
import { useChatList } from '../features/chat/list/chat-lists.ts';
import { chatsTexts } from '../features/chat/list/chats.texts.ts';
import { ChatList } from '../features/chat/list/chat-list.tsx';
import { useSelectedEntry } from '../features/chat/list/use-selected-entry.ts';
import { ChatLayout, useWayBack } from '../features/chat/screen/chat-layout.tsx';
import { isRefusal } from '../shared/api-error.ts';
import { TABLET } from '../shared/breakpoints.ts';
import { useMediaQuery } from '../shared/hooks/use-media-query.ts';
import { groupIn, routePaths } from '../shared/routes.ts';
import { EmptyState } from '../shared/ui/empty-state.tsx';
import { PageLink } from '../shared/ui/page-link.tsx';
import { EntryChat } from './entry-chat.tsx';
import styles from './user-groups-chat.module.css';

/** The chat page of one group (rules/chats 15). */
export function UserGroupsChatPage({ path }: { path: string }) {
  const groupId = groupIn(path) ?? '';
  return <GroupChats key={groupId} groupId={groupId} />;
}

function GroupChats({ groupId }: { groupId: string }) {
  const list = useChatList(groupId);
  const isSplit = useMediaQuery(TABLET);
  const { entry, select, leave } = useSelectedEntry(groupId, list.data, isSplit);
  const goBack = useWayBack(entry !== undefined && !isSplit, leave);
  if (isRefusal(list.error)) return <NoAccess />;
  const chooseOne = isSplit ? <ChooseOne isReady={list.data !== undefined} /> : null;
  return (
    <ChatLayout
      isSplit={isSplit}
      list={
        <ChatList
          entries={list.data}
          selected={entry}
          onSelect={select}
          isFailed={list.isError}
          onRetry={() => void list.refetch()}
        />
      }
      conversation={
        entry ? (
          <EntryChat
            entry={entry}
            groupId={groupId}
            isSplit={isSplit}
            onBack={isSplit ? undefined : goBack}
          />
        ) : (
          chooseOne
        )
      }
    />
  );
}

function ChooseOne({ isReady }: { isReady: boolean }) {
  return (
    <div className={styles.whole}>
      {isReady && (
        <EmptyState icon={MessagesSquare} title={chatsTexts.choose}>
          {chatsTexts.chooseHint}
        </EmptyState>
      )}
    </div>
  );
}

/** Somebody else's group, one that is gone, or one that the user was taken out of (rules/navigation 12). */
function NoAccess() {
  return (
    <div className={styles.whole}>
      <EmptyState
        icon={DoorClosed}
        title={chatsTexts.noAccess}
        action={
          <PageLink to={routePaths['user.groups']} className={styles.back}>
            {chatsTexts.back}
          </PageLink>
        }
      >
        {chatsTexts.noAccessHint}
      </EmptyState>
    </div>
  );
}
