import type { Chat } from '@chat/contract/chats';
import type { Message } from '@chat/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { AuditButton } from '../features/audit/components/audit-button.tsx';
import { informationDialog } from '../features/chat/information/information-dialog.ts';
import { DeleteMessageButton } from '../features/chat/messages/components/delete-message-button.tsx';
import { DeleteMessageDialog } from '../features/chat/messages/components/delete-message-dialog.tsx';
import { originalsDialog } from '../features/chat/originals/originals-dialog.ts';
import { renderReactions } from '../features/chat/reactions/components/message-reactions.tsx';
import { ReactionsLayer } from '../features/chat/reactions/components/reactions-layer.tsx';
import { ChatHeader } from '../features/chat/screen/components/chat-header.tsx';
import { ChatLayout } from '../features/chat/screen/components/chat-layout.tsx';
import { ChatScreen } from '../features/chat/screen/components/chat-screen.tsx';
import { useWayBack } from '../features/chat/screen/hooks/use-way-back.ts';
import { MessageLog } from '../features/chat/timeline/components/message-log.tsx';
import {
  MessageMenu,
  renderMenuButton,
} from '../features/chat/timeline/components/message-menu.tsx';
import {
  fetchMonitoredChat,
  useMonitoredChat,
} from '../features/monitoring/api/get-monitored-chat.ts';
import { useMonitoredChats } from '../features/monitoring/api/list-chats.ts';
import { chatTitle } from '../features/monitoring/chat-title.ts';
import { DirectChatNames } from '../features/monitoring/components/direct-chat-names.tsx';
import { MonitoredChatList } from '../features/monitoring/components/monitored-chat-list.tsx';
import { useWatch } from '../features/monitoring/hooks/use-watch.ts';
import { monitoringTexts } from '../features/monitoring/monitoring.texts.ts';
import { SearchInChatButton } from '../features/search/components/search-button.tsx';
import { onWatchedChat } from '../features/search/watched-chat.ts';
import { TABLET } from '../shared/breakpoints.ts';
import { useMediaQuery } from '../shared/hooks/use-media-query.ts';
import { EmptyState } from '../shared/ui/empty-state.tsx';
import styles from './admin-chats.module.css';

/** Administrators read any chat but personal ones, and leave no trace in ticks and counters (rules/monitoring 4). */
export function AdminChatsPage() {
  const [chosen, setChosen] = useState<Chat | null>(null);
  const chat = useMonitoredChat(chosen);
  const queryClient = useQueryClient();
  useEffect(
    () => onWatchedChat(async (chatId) => setChosen(await fetchMonitoredChat(queryClient, chatId))),
    [queryClient],
  );
  const isSplit = useMediaQuery(TABLET);
  const goBack = useWayBack(chat !== null && !isSplit, () => setChosen(null));
  const hasNone = useMonitoredChats('').data?.length === 0;
  const chooseOne = (
    <div className={styles.choose}>
      <h1 className="visually-hidden">{monitoringTexts.title}</h1>
      {!hasNone && (
        <EmptyState icon={MessagesSquare} title={monitoringTexts.choose}>
          {monitoringTexts.chooseHint}
        </EmptyState>
      )}
    </div>
  );
  return (
    <ChatLayout
      isSplit={isSplit}
      list={<MonitoredChatList selected={chat} onSelect={setChosen} tools={<AuditButton />} />}
      conversation={
        chat ? (
          <WatchedChat key={chat.uuid} chat={chat} onBack={isSplit ? undefined : goBack} />
        ) : (
          isSplit && chooseOne
        )
      }
    />
  );
}

interface WatchedChatProps {
  chat: Chat;
  onBack: (() => void) | undefined;
}

function WatchedChat({ chat, onBack }: WatchedChatProps) {
  useWatch(chat.uuid);
  const [deleting, setDeleting] = useState<Message | null>(null);
  const renderTools = useCallback(
    (message: Message) => (
      <>
        <DeleteMessageButton onClick={() => setDeleting(message)} />
        {renderMenuButton(message)}
      </>
    ),
    [],
  );
  return (
    <ChatScreen
      hash={chat.hash}
      header={
        <ChatHeader
          title={chatTitle(chat)}
          heading={chat.type === 'DIRECT' ? <DirectChatNames users={chat.users} /> : undefined}
          hint={chat.group?.name}
          email={chat.users[0]?.email ?? ''}
          isGroup={chat.type === 'GROUP'}
          tools={<SearchInChatButton chatId={chat.uuid} name={chatTitle(chat)} />}
          onBack={onBack}
        />
      }
      log={
        <MessageLog
          chatId={chat.uuid}
          hash={chat.hash}
          hasAllTicks
          renderTools={renderTools}
          renderFooter={renderReactions}
        />
      }
      overlays={
        <>
          <DeleteMessageDialog message={deleting} onClose={() => setDeleting(null)} />
          <MessageMenu
            isWatching
            onInformation={informationDialog.open}
            onOriginals={originalsDialog.open}
          />
          <informationDialog.Layer />
          <originalsDialog.Layer />
          <ReactionsLayer chatId={chat.uuid} />
        </>
      }
    />
  );
}
