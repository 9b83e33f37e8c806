import type { Chat } from '@chat/contract/chats';
import { reasonText } from '@chat/contract/forms';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { SaveFormDialog } from '../../shared/ui/save-form-dialog.tsx';
import { TextArea } from '../../shared/ui/text-field.tsx';
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
  return (
    <SaveFormDialog
      title={texts.open}
      description={texts.openHint}
      form={form}
      save={async ({ reason }) => onOpened(await open.mutateAsync({ chat, reason }))}
      saveLabel={texts.open}
      onClose={onClose}
    >
      <TextArea
        label={texts.reason}
        autoComplete="off"
        error={form.formState.errors.reason?.message}
        {...form.register('reason')}
      />
    </SaveFormDialog>
  );
}
