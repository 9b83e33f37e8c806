/** The chat on the screen, and whether its newest end is in sight. */
let open: { chatId: string; isAtEnd: boolean } | null = null;

export function setOpenChat(chat: { chatId: string; isAtEnd: boolean } | null): void {
  open = chat;
}

/** A new message of the chat is seen the moment it comes. */
export function isBeingRead(chatId: string): boolean {
  return open?.chatId === chatId && open.isAtEnd && document.visibilityState === 'visible';
}
