import type { Message } from '@chat/contract/messages';
import { Pencil } from 'lucide-react';
import { useEffect } from 'react';
import { beginning } from '../../../../shared/format/beginning.ts';
import { notify } from '../../../../shared/toast/notify.ts';
import { SubjectBar } from '../../../../shared/ui/subject-bar.tsx';
import { useIsDeleted } from '../../messages/hooks/use-is-deleted.ts';
import { useMessage } from '../../messages/hooks/use-message.ts';
import { editingTexts as texts } from '../editing.texts.ts';
import { endEdit } from '../editing.ts';
import styles from './edit-bar.module.css';

interface EditBarProps {
  message: Message;
  onCancel: () => void;
}

/** What is being edited, as it stands in the chat, over the text that is to take its place. */
export function EditBar({ message, onCancel }: EditBarProps) {
  const { chatUuid, uuid, hash } = message;
  const { content, fileName } = useMessage(chatUuid, uuid) ?? message;
  const isDeleted = useIsDeleted(message);
  useEffect(() => {
    if (!isDeleted) return;
    endEdit(hash);
    notify(texts.gone, 'info');
  }, [isDeleted, hash]);
  return (
    <SubjectBar label={texts.editing} icon={Pencil} cancelLabel={texts.cancel} onCancel={onCancel}>
      <p className={styles.title}>{texts.editing}</p>
      <p className={styles.text} dir="auto">
        {beginning(content) || fileName}
      </p>
    </SubjectBar>
  );
}
