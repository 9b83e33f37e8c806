import { latePart } from '../../../shared/ui/late-part.tsx';
import { useFetchedWhenIdle } from '../../../shared/when-settled.ts';
import type { ChosenFile } from '../composer/composer-actions.ts';
import { MessageComposer } from '../composer/message-composer.tsx';
import { SendFile } from '../composer/send-file.tsx';
import { useEdit } from '../editing/use-edit.tsx';
import { renderEmojiButton } from '../emojis/emoji-button.tsx';
import { type ChatTarget, useBlockedPeople } from '../list/chat-lists.ts';
import { type OutgoingDraft, textDraft } from '../outbox/outbox.ts';
import { useSendMessage } from '../outbox/send-message.ts';
import { useReply } from '../replies/replies.ts';
import { useIsScheduling } from '../scheduled/scheduled.ts';
import { SendLater } from '../scheduled/send-later.tsx';
import type { VoiceProps } from '../voice/voice-recorder.tsx';

export interface Writing {
  target: ChatTarget;
  hasFocus: boolean;
  /** The chat whose participants can be mentioned, if any. */
  mentionChatId?: string | null;
  onTyping?: () => void;
  onSend?: () => void;
}

interface WritingPaneProps extends Writing {
  chosen: ChosenFile | null;
  onChoose: (chosen: ChosenFile | null) => void;
}

/** The composer, and the question before a chosen file is sent. */
export function WritingPane(props: WritingPaneProps) {
  const { target, hasFocus, mentionChatId = null, onTyping, onSend, chosen, onChoose } = props;
  const sendMessage = useSendMessage(target);
  const [replyTo, setReplyTo] = useReply(target.hash);
  const { edit, editLast } = useEdit(target.hash, target.chatId);
  const cancelReply = () => setReplyTo(null);
  const send = (draft: OutgoingDraft) => {
    onSend?.();
    sendMessage(draft);
    cancelReply();
  };
  const blockedIds = useBlockedPeople(target.groupId);
  const isScheduling = useIsScheduling(target);
  const canBeLater = target.chatType !== 'PERSONAL' && chosen === null;
  return (
    <>
      <MessageComposer
        hash={target.hash}
        hasFocus={hasFocus}
        isScheduling={isScheduling}
        mentionChatId={mentionChatId}
        blockedIds={blockedIds}
        replyTo={replyTo}
        onCancelReply={cancelReply}
        edit={edit}
        onEditLast={editLast}
        onSend={(typed) => send({ ...typed, replyTo, file: null })}
        onTyping={onTyping}
        onFile={onChoose}
        renderEmojis={renderEmojiButton}
        renderLater={canBeLater ? (composer) => <SendLater {...{ target, composer }} /> : undefined}
        renderVoice={(isEmpty) => (
          <VoiceButton
            hash={target.hash}
            isEmpty={isEmpty}
            onSend={(recorded) => send({ ...textDraft(''), replyTo, ...recorded })}
          />
        )}
      />
      <SendFile
        chosen={chosen}
        replyTo={replyTo}
        onCancelReply={cancelReply}
        onClose={() => onChoose(null)}
        onSend={send}
      />
    </>
  );
}

const late = latePart(() => import('../voice/voice-recorder.tsx'));

/** Comes once the page is settled: it is not what a chat is opened for. */
function VoiceButton(props: VoiceProps) {
  useFetchedWhenIdle(late.load);
  const part = late.usePart(false);
  return part && <part.VoiceRecorder {...props} />;
}
