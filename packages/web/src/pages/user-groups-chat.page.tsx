import type { ChatListEntry } from '@chat/contract/chats';
import { DoorClosed, MessagesSquare } from 'lucide-react';
import { useMemo, useState } from 'react';
import { EmojiPanel } from '../features/chat/emojis/emoji-button.tsx';
import { AvailabilityHint } from '../features/chat/list/availability-hint.tsx';
import { ChatList, MuteMark } from '../features/chat/list/chat-list.tsx';
import { type ChatTarget, useChatList, useOwnGroups } from '../features/chat/list/chat-lists.ts';
import { chatsTexts } from '../features/chat/list/chats.texts.ts';
import { useSelectedEntry } from '../features/chat/list/open-chat.ts';
import { GroupPlace } from '../features/chat/list/own-groups-menu.tsx';
import { ReactionsLayer, renderReactions } from '../features/chat/reactions/message-reactions.tsx';
import { openReactionPicker } from '../features/chat/reactions/reactions.ts';
import { useMarkSeen, useUnreadMark } from '../features/chat/receipts/receipts.ts';
import { setReply } from '../features/chat/replies/replies.ts';
import {
  ScheduledMark,
  scheduledDialog,
  scheduledItem,
} from '../features/chat/scheduled/scheduled-mark.tsx';
import {
  ChatHeader,
  ChatLayout,
  ChatOptions,
  SupervisedLine,
  useWayBack,
} from '../features/chat/screen/chat-layout.tsx';
import { ChatScreen } from '../features/chat/screen/chat-screen.tsx';
import {
  deleteOwnDialog,
  forwardDialog,
  informationDialog,
} from '../features/chat/screen/message-dialogs.ts';
import { MessageLog, type MessageLogProps } from '../features/chat/timeline/message-log.tsx';
import {
  findMenuButton,
  MessageMenu,
  renderMenuButton,
} from '../features/chat/timeline/message-menu.tsx';
import { useMuteItems } from '../features/notifications/mute-items.ts';
import { useTypingSignal } from '../features/presence/typing.ts';
import { TypingNotice } from '../features/presence/typing-notice.tsx';
import { SearchInChatButton } from '../features/search/search-panel.tsx';
import { isRefusal } from '../shared/api-error.ts';
import { TABLET, useMediaQuery } from '../shared/hooks/browser.ts';
import { groupIn, routePaths } from '../shared/routes.ts';
import { PageLink } from '../shared/ui/page-link.tsx';
import { PersonName, personName } from '../shared/ui/person.tsx';
import { EmptyState } from '../shared/ui/placeholders.tsx';
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

interface EntryChatProps {
  entry: ChatListEntry;
  groupId: string;
  isSplit: boolean;
  onBack: (() => void) | undefined;
}

/** The chat of an entry of the list: the group's own, or one with a person. */
function EntryChat({ entry, groupId, isSplit, onBack }: EntryChatProps) {
  const { hash, active, blocked, chatUuid: chatId } = entry;
  const isGroup = entry.chatType === 'GROUP';
  const unread = useUnreadMark(entry);
  const typing = useTypingSignal(chatId);
  const target = useTarget(entry, groupId);
  const hint = !isGroup && active && <AvailabilityHint chat={target} isBlocked={blocked} />;
  const handleSend = () => {
    unread.clear();
    typing.handleSent();
  };
  return (
    <ChatScreen
      hash={hash}
      header={
        <div>
          <ChatHeader
            title={isGroup ? chatsTexts.groupChat : personName(entry)}
            heading={isGroup ? undefined : <PersonName person={entry} />}
            hint={active ? <GroupPlace groupId={groupId} /> : chatsTexts.inactive}
            email={entry.email}
            isGroup={isGroup}
            mark={<MuteMark entry={entry} hasTime />}
            tools={chatId && <EntryTools {...{ entry, chatId, groupId }} />}
            onBack={onBack}
          />
          <SupervisedLine />
        </div>
      }
      log={
        <SeenLog
          key={hash}
          chatId={chatId}
          hash={hash}
          unreadAfter={unread.after}
          renderTools={renderMenuButton}
          renderFooter={renderReactions}
        />
      }
      // A blocked person types no more.
      notice={blocked ? hint : <TypingNotice chatId={chatId} otherwise={hint} />}
      writing={
        active
          ? {
              target,
              hasFocus: isSplit,
              mentionChatId: isGroup ? chatId : null,
              onTyping: typing.handleTyped,
              onSend: handleSend,
            }
          : undefined
      }
      isClosed={!active}
      overlays={<EntryOverlays key={hash} hash={hash} chatId={chatId} isActive={active} />}
    />
  );
}

interface EntryToolsProps {
  entry: ChatListEntry;
  chatId: string;
  groupId: string;
}

/** The search, named as elsewhere (a group's chat by its group), and the chat's menu. */
function EntryTools({ entry, chatId, groupId }: EntryToolsProps) {
  const group = useOwnGroups().data?.find(({ uuid }) => uuid === groupId);
  const name = entry.chatType === 'GROUP' ? group?.name : personName(entry);
  const mutes = useMuteItems(entry);
  return (
    <>
      <SearchInChatButton chatId={chatId} name={name ?? chatsTexts.groupChat} />
      <ScheduledMark chatId={chatId} hash={entry.hash} />
      <ChatOptions
        items={[...mutes.items, scheduledItem({ chatId, hash: entry.hash })]}
        isBusy={mutes.isSaving}
      />
    </>
  );
}

interface EntryOverlaysProps {
  hash: string;
  chatId: string | null;
  isActive: boolean;
}

/** One menu, and one of each view that it opens, for all messages of the chat. */
function EntryOverlays({ hash, chatId, isActive }: EntryOverlaysProps) {
  return (
    <>
      <MessageMenu
        onReply={isActive ? (message) => setReply(hash, message) : undefined}
        onReact={isActive ? ({ uuid }) => openReactionPicker(uuid) : undefined}
        onForward={forwardDialog.open}
        canWrite={isActive}
        onDelete={deleteOwnDialog.open}
        onInformation={informationDialog.open}
      />
      <forwardDialog.Layer />
      <informationDialog.Layer />
      <deleteOwnDialog.Layer />
      <scheduledDialog.Layer />
      <ReactionsLayer
        chatId={chatId}
        findAnchor={findMenuButton}
        renderEmojis={isActive ? renderEmojis : undefined}
      />
    </>
  );
}

/** Marks as seen what was shown; by itself, for the rest of the chat need not be drawn again for it. */
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
