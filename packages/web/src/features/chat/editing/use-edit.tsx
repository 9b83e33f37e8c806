import { useQueryClient } from '@tanstack/react-query';
import { latePart } from '../../../shared/ui/late-part.tsx';
import { useFetchedWhenIdle } from '../../../shared/when-settled.ts';
import type { ComposerEdit } from '../composer/composer-actions.ts';
import { endEdit, useEditing } from './editing.ts';

const late = latePart(() => import('./editing-tools.tsx'));

interface EditsOfChat {
  edit: ComposerEdit | null;
  /** Begins with the last own message that may still be edited. */
  editLast: () => void;
}

/** The edit in progress in a chat (rules/edits 16). */
export function useEdit(hash: string, chatId: string | null): EditsOfChat {
  const queryClient = useQueryClient();
  const editing = useEditing((all) => all[hash]);
  const tools = late.usePart(editing !== undefined);
  useFetchedWhenIdle(late.load);
  const editLast = () => {
    if (!chatId) return;
    // Without the tools, as without network, nothing happens.
    void late.load().then(
      ({ beginLastEdit }) => beginLastEdit(queryClient, { hash, chatId }),
      () => undefined,
    );
  };
  if (!editing) return { edit: null, editLast };
  const { message, place, isSaving } = editing;
  const edit: ComposerEdit = {
    place,
    renderBar: (onCancel) =>
      tools ? <tools.EditBar {...{ message, onCancel }} /> : <late.Failure onClose={onCancel} />,
    canBeEmpty: message.type !== 'TEXT',
    isSaving,
    onSave: (typed) => void tools?.saveEdit(queryClient, editing, typed),
    onCancel: () => endEdit(hash),
  };
  return { edit, editLast };
}
