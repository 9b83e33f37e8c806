import type { Chat } from '@chat/contract/chats/chats.schema';
import { useMemo, useState } from 'react';
import type { ChosenFile } from '../features/chat/composer/chosen-file.ts';
import { MessageComposer } from '../features/chat/composer/components/message-composer.tsx';
import { SendFile } from '../features/chat/composer/components/send-file.tsx';
import { renderEmojiButton } from '../features/chat/emojis/components/emoji-button.tsx';
import { usePersonalChat } from '../features/chat/list/api/get-personal-chat.ts';
import { chatsTexts } from '../features/chat/list/chats.texts.ts';
import { useSendMessage } from '../features/chat/outbox/api/send-message.ts';
import type { ChatTarget } from '../features/chat/outbox/outbox.ts';
import { textDraft } from '../features/chat/outbox/outgoing-draft.ts';
import { ChatHeader } from '../features/chat/screen/components/chat-header.tsx';
import { Conversation } from '../features/chat/screen/components/conversation.tsx';
import { LogSkeleton } from '../features/chat/timeline/components/log-skeleton.tsx';
import { MessageLog } from '../features/chat/timeline/components/message-log.tsx';
import { TABLET } from '../shared/breakpoints.ts';
import { useMediaQuery } from '../shared/hooks/use-media-query.ts';
import { useSession } from '../shared/session.ts';
import { FailureState } from '../shared/ui/failure-state.tsx';
import styles from './chats-me.module.css';

/** Mi chat: a conversation with oneself (product §2 'Personal chat page'). */
export function ChatsMePage() {
  const chat = usePersonalChat();
  return (
    <div className={styles.page}>
      {chat.isError && (
        <FailureState title={chatsTexts.personalChatFailed} onRetry={() => void chat.refetch()} />
      )}
      {chat.isPending && <LogSkeleton />}
      {chat.data && <PersonalConversation chat={chat.data} />}
    </div>
  );
}

function PersonalConversation({ chat: { uuid, hash } }: { chat: Chat }) {
  const email = useSession((session) => session.user?.email ?? '');
  const isWide = useMediaQuery(TABLET);
  const target = useMemo(
    (): ChatTarget => ({ hash, chatType: 'PERSONAL', chatId: uuid, groupId: null, peerId: null }),
    [hash, uuid],
  );
  const send = useSendMessage(target);
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  return (
    <Conversation
      header={
        <ChatHeader
          title={chatsTexts.personalChat}
          hint={chatsTexts.personalChatHint}
          email={email}
        />
      }
      log={<MessageLog chatId={uuid} hash={hash} />}
      onFile={(file) => setChosen({ file, text: '' })}
      composer={
        <>
          <MessageComposer
            hash={hash}
            hasFocus={isWide}
            onSend={({ content }) => send(textDraft(content))}
            onFile={setChosen}
            renderEmojis={renderEmojiButton}
          />
          <SendFile chosen={chosen} onClose={() => setChosen(null)} onSend={send} />
        </>
      }
    />
  );
}
