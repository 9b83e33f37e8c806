import { useEffect } from 'react';
import { readFile, useHeldFiles } from '../attachments.ts';

/** The file of a message on its way; after a reload it is first read from where it was kept. */
export function useOutgoingFile(referenceId: string): File | undefined {
  const file = useHeldFiles(({ files }) => files[referenceId]);
  useEffect(() => {
    if (!file) void readFile(referenceId);
  }, [file, referenceId]);
  return file;
}
