import type { Chat } from '@chat/contract/chats';
import { reasonText } from '@chat/contract/forms';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { ReasonField, SaveFormDialog } from '../../shared/ui/save-form-dialog.tsx';
import { nameOfChat } from './monitored-chat-list.tsx';
import { useOpenSupervision } from './monitored-chats.ts';
import { monitoringTexts as texts } from './monitoring.texts.ts';

interface OpenChatDialogProps {
  chat: Chat;
  onOpened: (chat: Chat) => void;
  onClose: () => void;
}

const formSchema = z.object({ reason: reasonText });

/** Asks why, before a conversation of others is read (rules/supervision 11). */
export function OpenChatDialog({ chat, onOpened, onClose }: OpenChatDialogProps) {
  const open = useOpenSupervision();
  const form = useForm({
    resolver: standardSchemaResolver(formSchema),
    defaultValues: { reason: '' },
  });
  const typed = useWatch({ control: form.control, name: 'reason' });
  return (
    <SaveFormDialog
      title={texts.open}
      description={texts.openHint(nameOfChat(chat))}
      form={form}
      save={async ({ reason }) => onOpened(await open.mutateAsync({ chat, reason }))}
      saveLabel={texts.open}
      onClose={onClose}
    >
      <ReasonField
        typed={typed}
        error={form.formState.errors.reason?.message}
        {...form.register('reason')}
      />
    </SaveFormDialog>
  );
}
