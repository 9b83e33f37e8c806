import type { Chat } from '@chat/contract/chats';
import { useMemo } from 'react';
import { type ChatTarget, usePersonalChat } from '../features/chat/list/chat-lists.ts';
import { chatsTexts } from '../features/chat/list/chats.texts.ts';
import { ChatHeader } from '../features/chat/screen/chat-layout.tsx';
import { ChatScreen } from '../features/chat/screen/chat-screen.tsx';
import { deleteOwnDialog, forwardDialog } from '../features/chat/screen/message-dialogs.ts';
import { LogSkeleton, MessageLog } from '../features/chat/timeline/message-log.tsx';
import { MessageMenu, renderMenuButton } from '../features/chat/timeline/message-menu.tsx';
import { SearchInChatButton } from '../features/search/search-panel.tsx';
import { TABLET, useMediaQuery } from '../shared/hooks/browser.ts';
import { useSession } from '../shared/session.ts';
import { FailureState } from '../shared/ui/placeholders.tsx';
import styles from './chats-me.module.css';

/** Mi chat: a conversation with oneself (rules/chats 18). */
export function ChatsMePage() {
  const chat = usePersonalChat();
  return (
    <div className={styles.page}>
      {chat.isError && (
        <FailureState title={chatsTexts.personalChatFailed} onRetry={() => void chat.refetch()} />
      )}
      {chat.isPending && <LogSkeleton />}
      {chat.data && <PersonalChat chat={chat.data} />}
    </div>
  );
}

function PersonalChat({ chat: { uuid, hash } }: { chat: Chat }) {
  const email = useSession((session) => session.user?.email ?? '');
  const isWide = useMediaQuery(TABLET);
  const target = useMemo(
    (): ChatTarget => ({ hash, chatType: 'PERSONAL', chatId: uuid, groupId: null, peerId: null }),
    [hash, uuid],
  );
  return (
    <ChatScreen
      hash={hash}
      header={
        <ChatHeader
          title={chatsTexts.personalChat}
          hint={chatsTexts.personalChatHint}
          email={email}
          tools={<SearchInChatButton chatId={uuid} name={chatsTexts.personalChat} />}
        />
      }
      log={<MessageLog chatId={uuid} hash={hash} renderTools={renderMenuButton} />}
      writing={{ target, hasFocus: isWide }}
      overlays={
        <>
          <MessageMenu onForward={forwardDialog.open} canWrite onDelete={deleteOwnDialog.open} />
          <forwardDialog.Layer />
          <deleteOwnDialog.Layer />
        </>
      }
    />
  );
}
