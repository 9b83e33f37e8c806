import { useEffect } from 'react';
import { readAttachment, useAttachments } from '../attachments.ts';

/** The file of a message on its way; after a reload it is first read from where it was kept. */
export function useOutgoingFile(referenceId: string): File | undefined {
  const file = useAttachments(({ files }) => files[referenceId]);
  useEffect(() => {
    if (!file) void readAttachment(referenceId);
  }, [file, referenceId]);
  return file;
}
