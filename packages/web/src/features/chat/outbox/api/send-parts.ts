import type { OutgoingMessage } from '../outbox.ts';

const waveformOf = ({ file }: OutgoingMessage) =>
  file?.waveform ? { waveform: file.waveform } : {};

const mentionedUserIds = ({ mentions }: OutgoingMessage) => mentions.map(({ uuid }) => uuid);

/**
 * What a text, a file or a copy is sent with. The personal chat's body knows content, type and image alone (rules/messages 27), so its
 * reference, by which a lost answer doubles nothing, travels beside it.
 */
export function sendParts(outgoing: OutgoingMessage) {
  const { chat, content, type, referenceId, forwarded } = outgoing;
  if (forwarded) return { body: { forwardedFrom: forwarded.messageId, referenceId } };
  if (chat.chatType === 'PERSONAL') {
    return {
      headers: { 'idempotency-key': referenceId },
      body: { content, type, ...waveformOf(outgoing) },
    };
  }
  const groupUuid = chat.groupId;
  return {
    body: {
      content,
      type,
      groupUuid,
      referenceId,
      mentionedUserIds: mentionedUserIds(outgoing),
      ...waveformOf(outgoing),
    },
  };
}

/** A reply's place is that of the message it answers. */
export function replyParts(outgoing: OutgoingMessage) {
  const { content, referenceId } = outgoing;
  const own = { content, referenceId, mentionedUserIds: mentionedUserIds(outgoing) };
  return { ...own, ...waveformOf(outgoing) };
}
