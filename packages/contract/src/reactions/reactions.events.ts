/** `senderId` reacted; `emoji` null: took it back. */
export interface ReactionEvent {
  chatId: string;
  messageId: string;
  emoji: string | null;
  senderId: string;
  senderEmail: string;
  reactedAt: string;
}

export interface ReactionEvents {
  /** To every socket of every member of the chat, and to watchers. */
  'message:reacted': (reaction: ReactionEvent) => void;
}
