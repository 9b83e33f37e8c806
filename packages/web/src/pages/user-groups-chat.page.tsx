import type { ChatListEntry } from '@chat/contract/chats/chats.schema';
import { Link, useParams } from '@tanstack/react-router';
import { DoorClosed, MessagesSquare } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ChosenFile } from '../features/chat/composer/chosen-file.ts';
import { MessageComposer } from '../features/chat/composer/components/message-composer.tsx';
import { SendFile } from '../features/chat/composer/components/send-file.tsx';
import { renderEmojiButton } from '../features/chat/emojis/components/emoji-button.tsx';
import { EmojiPanel } from '../features/chat/emojis/components/emoji-panel.tsx';
import { useChatList } from '../features/chat/list/api/chat-lists.ts';
import { chatsTexts } from '../features/chat/list/chats.texts.ts';
import { ChatList } from '../features/chat/list/components/chat-list.tsx';
import { GroupPlace } from '../features/chat/list/components/group-place.tsx';
import { useSelectedEntry } from '../features/chat/list/hooks/use-selected-entry.ts';
import { useSendMessage } from '../features/chat/outbox/api/send-message.ts';
import type { ChatTarget } from '../features/chat/outbox/outbox.ts';
import type { OutgoingDraft } from '../features/chat/outbox/outgoing-draft.ts';
import { renderReactions } from '../features/chat/reactions/components/message-reactions.tsx';
import { ReactionsLayer } from '../features/chat/reactions/components/reactions-layer.tsx';
import { openReactionPicker } from '../features/chat/reactions/reactions-view.ts';
import { useMarkSeen } from '../features/chat/receipts/hooks/use-mark-seen.ts';
import { useUnreadMark } from '../features/chat/receipts/hooks/use-unread-mark.ts';
import { useReply } from '../features/chat/replies/hooks/use-reply.ts';
import { ChatHeader } from '../features/chat/screen/components/chat-header.tsx';
import { ChatLayout } from '../features/chat/screen/components/chat-layout.tsx';
import { Conversation } from '../features/chat/screen/components/conversation.tsx';
import { ReadOnlyNote } from '../features/chat/screen/components/read-only-note.tsx';
import { useWayBack } from '../features/chat/screen/hooks/use-way-back.ts';
import {
  MessageLog,
  type MessageLogProps,
} from '../features/chat/timeline/components/message-log.tsx';
import {
  findMenuButton,
  MessageMenu,
  renderMenuButton,
} from '../features/chat/timeline/components/message-menu.tsx';
import { TypingNotice } from '../features/presence/components/typing-notice.tsx';
import { useTypingSignal } from '../features/presence/hooks/use-typing-signal.ts';
import { isRefusal } from '../shared/api-error.ts';
import { TABLET } from '../shared/breakpoints.ts';
import { useKeyedState } from '../shared/hooks/use-keyed-state.ts';
import { useMediaQuery } from '../shared/hooks/use-media-query.ts';
import { EmptyState } from '../shared/ui/empty-state.tsx';
import { PersonName, personName } from '../shared/ui/person-name.tsx';
import styles from './user-groups-chat.module.css';

/** The chat page of one group (product §2 'User chat page'). */
export function UserGroupsChatPage() {
  const groupId = useParams({ from: '/main/groups/$id' }).id;
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
          <EntryConversation
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

interface EntryConversationProps {
  entry: ChatListEntry;
  groupId: string;
  isSplit: boolean;
  onBack: (() => void) | undefined;
}

/** Its frame stays while one goes from chat to chat: what belongs to one of them is keyed by it. */
function EntryConversation({ entry, groupId, isSplit, onBack }: EntryConversationProps) {
  const isGroup = entry.chatType === 'GROUP';
  const chatId = entry.chatUuid;
  const unread = useUnreadMark(entry);
  const sendMessage = useSendMessage(useTarget(entry, groupId));
  const typing = useTypingSignal(chatId);
  const [chosen, setChosen] = useKeyedState<ChosenFile | null>(entry.hash, () => null);
  const [replyTo, setReplyTo] = useReply(entry.hash, chatId);
  const send = (draft: OutgoingDraft) => {
    unread.clear();
    typing.handleSent();
    sendMessage(draft);
    setReplyTo(null);
  };
  const cancelReply = () => setReplyTo(null);
  const overlays = (
    <>
      <MessageMenu
        key={`menu-${entry.hash}`}
        onReply={entry.active ? setReplyTo : undefined}
        onReact={({ uuid }) => openReactionPicker(uuid)}
      />
      <ReactionsLayer
        key={`reactions-${entry.hash}`}
        chatId={chatId}
        findAnchor={findMenuButton}
        renderEmojis={entry.active ? renderEmojis : undefined}
      />
    </>
  );
  return (
    <Conversation
      header={
        <ChatHeader
          title={isGroup ? chatsTexts.groupChat : personName(entry)}
          heading={isGroup ? undefined : <PersonName person={entry} />}
          hint={entry.active ? <GroupPlace groupId={groupId} /> : chatsTexts.inactive}
          email={entry.email}
          isGroup={isGroup}
          onBack={onBack}
        />
      }
      log={
        <SeenLog
          key={entry.hash}
          chatId={chatId}
          hash={entry.hash}
          unreadAfter={unread.after}
          renderTools={entry.active ? renderMenuButton : undefined}
          renderFooter={renderReactions}
        />
      }
      onFile={entry.active ? (file) => setChosen({ file, text: '' }) : undefined}
      notice={<TypingNotice chatId={chatId} />}
      composer={
        <>
          {entry.active ? (
            <>
              <MessageComposer
                hash={entry.hash}
                hasFocus={isSplit}
                mentionChatId={isGroup ? chatId : null}
                replyTo={replyTo}
                onCancelReply={cancelReply}
                onSend={(typed) => send({ ...typed, replyTo, file: null })}
                onTyping={typing.handleTyped}
                onFile={setChosen}
                renderEmojis={renderEmojiButton}
              />
              <SendFile
                chosen={chosen}
                replyTo={replyTo}
                onCancelReply={cancelReply}
                onClose={() => setChosen(null)}
                onSend={send}
              />
            </>
          ) : (
            <ReadOnlyNote />
          )}
          {overlays}
        </>
      }
    />
  );
}

/** Tells what of a chat was seen; by itself, for the rest of the conversation need not be drawn again for it. */
function SeenLog(props: Omit<MessageLogProps, 'onShown'>) {
  const [shown, setShown] = useState({ upToSeq: 0, isAtEnd: true });
  useMarkSeen(props.chatId, shown);
  return <MessageLog {...props} onShown={setShown} />;
}

const renderEmojis = (onPick: (emoji: string) => void) => <EmojiPanel onPick={onPick} />;

function useTarget({ hash, chatType, chatUuid, uuid }: ChatListEntry, groupId: string): ChatTarget {
  const peerId = chatType === 'DIRECT' ? uuid : null;
  return useMemo(
    () => ({ hash, chatType, chatId: chatUuid, groupId, peerId }),
    [hash, chatType, chatUuid, groupId, peerId],
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
          <Link to="/groups" className={styles.back}>
            {chatsTexts.back}
          </Link>
        }
      >
        {chatsTexts.noAccessHint}
      </EmptyState>
    </div>
  );
}
