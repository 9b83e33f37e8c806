import { messageErrors } from '@chat/contract/texts';

const MEGABYTE = 2 ** 20;
const HUNDREDTHS = 100;

/** Why the server would refuse a file, shown before it is sent (rules/files 4). */
export function fileProblem(
  { size }: Pick<File, 'size'>,
  maxUploadBytes: number | undefined,
): string | undefined {
  if (size === 0) return messageErrors.emptyFile;
  if (maxUploadBytes === undefined || size <= maxUploadBytes) return undefined;
  const megabytes = Math.floor((maxUploadBytes / MEGABYTE) * HUNDREDTHS) / HUNDREDTHS;
  return messageErrors.fileTooLarge(megabytes);
}
