import { useEffect, useState } from 'react';
import { messagesTexts } from '../../messages/messages.texts.ts';
import { copyOf } from '../../outbox/file-copy.ts';
import { fileProblem } from '../file-problem.ts';

/** Why a chosen file cannot be sent. While that is asked about it is copied: what was chosen is what will be sent. */
export function useFileProblem(file: File, maxUploadBytes: number | undefined): string | undefined {
  const problem = fileProblem(file, maxUploadBytes);
  const [changed, setChanged] = useState<File | null>(null);
  const isSendable = problem === undefined;
  useEffect(() => {
    if (isSendable) copyOf(file).catch(() => setChanged(file));
  }, [file, isSendable]);
  return problem ?? (changed === file ? messagesTexts.fileChanged : undefined);
}
