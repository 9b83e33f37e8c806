import { messageErrors } from '@chat/contract/messages/messages.texts';

export const filesTexts = {
  required: messageErrors.fileRequired,
  empty: messageErrors.emptyFile,
  notAnImage: messageErrors.notAnImage,
  thumbnailUnderWay: 'La miniatura aún no está lista. Intenta nuevamente en unos segundos.',
  nameless: 'archivo',
};
