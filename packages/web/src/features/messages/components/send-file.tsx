import { lazy, Suspense } from 'react';
import { useConfig } from '../../system/api/get-config.ts';
import type { ChosenFile } from '../chosen-file.ts';
import { type Written, writtenText } from '../written.ts';

const SendFileDialog = lazy(async () => ({
  default: (await import('./send-file-dialog.tsx')).SendFileDialog,
}));

interface SendFileProps {
  chosen: ChosenFile | null;
  onClose: () => void;
  onSend: (written: Written) => void;
}

/** Asks before a chosen file is sent. */
export function SendFile({ chosen, onClose, onSend }: SendFileProps) {
  const config = useConfig();
  if (!chosen) return null;
  const handleSend = (content: string) => {
    onSend({ ...writtenText(content), file: chosen.file });
    onClose();
  };
  const handleCancel = () => {
    chosen.giveBack?.();
    onClose();
  };
  return (
    <Suspense>
      <SendFileDialog
        chosen={chosen}
        maxUploadBytes={config.data?.maxUploadBytes}
        onSend={handleSend}
        onCancel={handleCancel}
      />
    </Suspense>
  );
}
