type OpenChat = (chatId: string) => Promise<void>;

let openChat: OpenChat | null = null;

/** The page 'Chats' says how it opens one of its conversations. */
export function onWatchedChat(open: OpenChat): () => void {
  openChat = open;
  return () => {
    if (openChat === open) openChat = null;
  };
}

export const openWatchedChat: OpenChat = async (chatId) => openChat?.(chatId);
