/** The member `userId` has got the chat's messages up to `deliveredSeq` and seen them up to `seenSeq`, since `at`. */
export interface MarkMoved {
  chatId: string;
  userId: string;
  deliveredSeq: number;
  seenSeq: number;
  at: string;
}

export interface InformationEvents {
  /** To the authors of the messages that the mark has passed. */
  'message:info': (moved: MarkMoved) => void;
  /** To members of the user's groups and administrators: the user was blocked or unblocked, and is listed or no longer. */
  'standing:changed': (payload: { userId: string }) => void;
}
