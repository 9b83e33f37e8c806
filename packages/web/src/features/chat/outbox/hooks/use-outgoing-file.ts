import { useEffect } from 'react';
import { readAttachment, useAttachments } from '../attachments.ts';

/** The file of a message on its way, if any; after a reload it is first read from where it was kept. */
export function useOutgoingFile(referenceId: string | null): File | undefined {
  const file = useAttachments(({ files }) => (referenceId ? files[referenceId] : undefined));
  useEffect(() => {
    if (!file && referenceId) void readAttachment(referenceId);
  }, [file, referenceId]);
  return file;
}
