import { messageErrors } from '@chat/contract/messages/messages.schema';

export const filesTexts = {
  required: messageErrors.fileRequired,
  empty: messageErrors.emptyFile,
  notAnImage: messageErrors.notAnImage,
  notAVideo: 'El archivo no es un vídeo válido',
  nameless: 'archivo',
};
