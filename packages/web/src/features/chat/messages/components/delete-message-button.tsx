import { Trash2 } from 'lucide-react';
import { IconButton } from '../../../../shared/ui/icon-button.tsx';
import { messagesTexts } from '../messages.texts.ts';

export function DeleteMessageButton({ onClick }: { onClick: () => void }) {
  return (
    <IconButton
      label={messagesTexts.deleteMessage}
      icon={Trash2}
      size="s"
      withTooltip={false}
      onClick={onClick}
    />
  );
}
