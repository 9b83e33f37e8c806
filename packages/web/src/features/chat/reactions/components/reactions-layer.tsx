import { useEffect } from 'react';
import { lateComponent } from '../../../../shared/ui/late-component.tsx';
import { useMessage } from '../../messages/hooks/use-message.ts';
import { closeReactions, openReactionPicker, useReactionsView } from '../reactions-view.ts';
import type { RenderEmojis } from './reaction-picker.tsx';

const { Late: ReactionPicker } = lateComponent(
  async () => (await import('./reaction-picker.tsx')).ReactionPicker,
);
const { Late: ReactionsDialog } = lateComponent(
  async () => (await import('./reactions-dialog.tsx')).ReactionsDialog,
);

interface ReactionsLayerProps {
  chatId: string | null;
  /** What the picker opens beside. */
  findAnchor?: (messageId: string) => HTMLElement | null;
  /** All the emojis there are; a user who may not react is shown none. */
  renderEmojis?: RenderEmojis;
}

/** The one picker and the one dialog for all messages of the open chat. */
export function ReactionsLayer({ chatId, ...props }: ReactionsLayerProps) {
  const open = useReactionsView((view) => view.open);
  useEffect(() => closeReactions, []);
  if (!chatId || !open) return null;
  return <OpenReactions key={open.kind + open.messageId} {...{ chatId, ...open, ...props }} />;
}

interface OpenReactionsProps extends Omit<ReactionsLayerProps, 'chatId'> {
  chatId: string;
  kind: 'picker' | 'list';
  messageId: string;
}

function OpenReactions(props: OpenReactionsProps) {
  const { chatId, kind, messageId, findAnchor, renderEmojis } = props;
  const message = useMessage(chatId, messageId);
  const anchor = findAnchor?.(messageId);
  const isPicker = kind === 'picker' && message && anchor && renderEmojis;
  const isList = kind === 'list' && message && message.reactions.length > 0;
  const isOver = !isPicker && !isList;
  useEffect(() => {
    if (isOver) closeReactions();
  }, [isOver]);
  if (isPicker) {
    return <ReactionPicker {...{ message, anchor, renderEmojis }} onClose={closeReactions} />;
  }
  if (!isList) return null;
  const onReplace = renderEmojis && (() => openReactionPicker(messageId));
  return <ReactionsDialog message={message} onReplace={onReplace} onClose={closeReactions} />;
}
