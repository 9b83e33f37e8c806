import type { Chat } from '@chat/contract/chats';
import type { Message } from '@chat/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { MessagesSquare, ScrollText } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { auditTexts as texts } from '../features/audit/audit.texts.ts';
import {
  DeleteMessageButton,
  DeleteMessageDialog,
} from '../features/chat/messages/delete-message.tsx';
import { ReactionsLayer, renderReactions } from '../features/chat/reactions/message-reactions.tsx';
import { ChatHeader, ChatLayout, useWayBack } from '../features/chat/screen/chat-layout.tsx';
import { ChatScreen } from '../features/chat/screen/chat-screen.tsx';
import { informationDialog, originalsDialog } from '../features/chat/screen/message-dialogs.ts';
import { MessageLog } from '../features/chat/timeline/message-log.tsx';
import { MessageMenu, renderMenuButton } from '../features/chat/timeline/message-menu.tsx';
import {
  chatTitle,
  DirectChatNames,
  MonitoredChatList,
} from '../features/monitoring/monitored-chat-list.tsx';
import { monitoringTexts } from '../features/monitoring/monitoring.texts.ts';
import {
  fetchMonitoredChat,
  useMonitoredChat,
  useMonitoredChats,
  useWatch,
} from '../features/monitoring/watched-chats.ts';
import { SearchInChatButton } from '../features/search/search-panel.tsx';
import { onWatchedChat } from '../features/search/search-view.ts';
import { TABLET } from '../shared/breakpoints.ts';
import { useMediaQuery } from '../shared/hooks/browser.ts';
import { EmptyState } from '../shared/ui/empty-state.tsx';
import { IconButton } from '../shared/ui/icon-button.tsx';
import { lateComponent } from '../shared/ui/late-part.tsx';
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

const { Late: AuditDialog } = lateComponent(
  async () => (await import('../features/audit/audit-dialog.tsx')).AuditDialog,
);

function AuditButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label={texts.open} icon={ScrollText} onClick={() => setOpen(true)} />
      {isOpen && <AuditDialog onClose={() => setOpen(false)} />}
    </>
  );
}
