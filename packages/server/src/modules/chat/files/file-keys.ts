import type { FileRow } from '../store/files.queries.ts';

export const thumbnailOf = (fileUuid: string): string => `${fileUuid}.thumbnail`;
export const isThumbnail = (key: string): boolean => key.endsWith('.thumbnail');

/** Under which keys the bytes of a file lie in the store. */
export const keysOf = ({ uuid, hasThumbnail }: Pick<FileRow, 'uuid' | 'hasThumbnail'>): string[] =>
  hasThumbnail ? [uuid, thumbnailOf(uuid)] : [uuid];
