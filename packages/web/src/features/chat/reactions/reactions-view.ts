import { create } from 'zustand';

interface ReactionsView {
  /** What is open for which message: the picker, or who reacted. One for all messages; it outlives their rows. */
  open: { kind: 'picker' | 'list'; messageId: string } | null;
}

export const useReactionsView = create<ReactionsView>(() => ({ open: null }));

const open = (kind: 'picker' | 'list') => (messageId: string) =>
  useReactionsView.setState({ open: { kind, messageId } });

export const openReactionPicker = open('picker');
export const openReactionList = open('list');
export const closeReactions = (): void => useReactionsView.setState({ open: null });
