import type { Message } from '@chat/contract/messages';
import { useRef } from 'react';
import { latePart } from '../../../shared/ui/late-part.tsx';
import { useFetchedWhenIdle } from '../../../shared/when-settled.ts';
import { useConfig } from '../../system/api.ts';
import { type OutgoingDraft, textDraft } from '../outbox/outbox.ts';
import type { ChosenFile } from './composer-actions.ts';

const late = latePart(() => import('./send-file-dialog.tsx'));

interface SendFileProps {
  chosen: ChosenFile | null;
  /** The message that the file answers. */
  replyTo?: Message | null;
  onCancelReply?: () => void;
  onClose: () => void;
  onSend: (draft: OutgoingDraft) => void;
}

/** Asks before a chosen file is sent. */
export function SendFile(props: SendFileProps) {
  const { chosen, replyTo = null, onCancelReply, onClose, onSend } = props;
  const config = useConfig();
  useFetchedWhenIdle(late.load);
  const part = late.usePart(chosen !== null);
  const settled = useRef<ChosenFile>(null);
  if (!chosen) return null;
  /** The first press decides, even when another comes before the dialog is gone. */
  const settle = (decide: () => void) => {
    if (settled.current === chosen) return;
    settled.current = chosen;
    decide();
    onClose();
  };
  const send = (content: string) => {
    const mentions = chosen.mentions?.filter(({ email }) => content.includes(`@${email}`)) ?? [];
    onSend({ ...textDraft(content), mentions, replyTo, file: chosen.file });
  };
  const cancel = () => settle(() => chosen.giveBack?.());
  if (!part) return <late.Failure onClose={cancel} />;
  return (
    <part.SendFileDialog
      chosen={chosen}
      maxUploadBytes={config.data?.maxUploadBytes}
      replyTo={replyTo}
      onCancelReply={onCancelReply}
      onSend={(content) => settle(() => send(content))}
      onCancel={cancel}
    />
  );
}
