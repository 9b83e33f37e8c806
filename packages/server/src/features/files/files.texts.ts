import { messageErrors } from '@chat/contract/messages/messages.texts';

export const filesTexts = {
  required: messageErrors.fileRequired,
  empty: messageErrors.emptyFile,
  notAnImage: messageErrors.notAnImage,
  nameless: 'archivo',
};
