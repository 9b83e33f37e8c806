import type { MessageType } from '../messages/messages.schema.ts';

const IMAGE = /\.(?:jpe?g|png|gif|webp|bmp|svg)$/i;

/** How a chosen file is sent: as IMAGE by its extension, whatever the case, otherwise as FILE (rules/files 1). */
export const fileTypeOf = (fileName: string): MessageType =>
  IMAGE.test(fileName) ? 'IMAGE' : 'FILE';
