import { TextSearch } from 'lucide-react';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { panelTexts as texts } from './panel.texts.ts';
import { noFilters, openSearch } from './search-view.ts';

export function SearchButton() {
  return (
    <IconButton
      label={texts.title}
      icon={TextSearch}
      aria-keyshortcuts="Control+Shift+F Meta+Shift+F"
      onClick={() => openSearch()}
    />
  );
}

interface SearchInChatButtonProps {
  chatId: string;
  /** What the chat is called. */
  name: string;
}

/** For that chat alone. */
export function SearchInChatButton({ chatId, name }: SearchInChatButtonProps) {
  const handleClick = () =>
    openSearch({ filters: { ...noFilters, place: { kind: 'chat', id: chatId, name } } });
  return <IconButton label={texts.inThisChat} icon={TextSearch} onClick={handleClick} />;
}
